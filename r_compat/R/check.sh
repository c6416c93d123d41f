#!/usr/bin/env bash
# R CMD check, with all of its tests, and the manual's example: r_compat/R/check.sh PYTHON
#
# PYTHON is one where dagbag is installed, with a numpy that reticulate can work with (before
# reticulate 1.38: numpy < 2). An editable install will not do: R CMD check works in a folder that
# has one named dagbag.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
python="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
golden="$here/../../tests/golden/dagbag"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"

export RETICULATE_PYTHON="$python"
if [ -d "$golden" ]; then DAGBAG_GOLDEN="$(cd "$golden" && pwd)"; export DAGBAG_GOLDEN; fi
R CMD build "$here/dagbag" >build.log 2>&1 || { cat build.log; exit 1; }
R CMD check --no-manual dagbag_*.tar.gz >check.log 2>&1 || {
    cat check.log dagbag.Rcheck/tests/testthat.Rout.fail 2>/dev/null
    exit 1
}
grep '^Status: OK$' check.log || { cat check.log; exit 1; }
grep -E '^\[ FAIL 0 \| WARN 0 \| SKIP 0 \| PASS [0-9]+ \]$' dagbag.Rcheck/tests/testthat.Rout | tail -1 ||
    { cat dagbag.Rcheck/tests/testthat.Rout; exit 1; }

mkdir elsewhere
cd elsewhere
R_LIBS="$work/dagbag.Rcheck" Rscript "$here/examples/manual-example.R" >printed
diff "$here/examples/manual-example.Rout" printed
echo "the manual's example prints what it should"
