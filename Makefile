# Everything happens in .venv; the first target that needs it makes it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard csrc/dagbag/*)
# Tests whose program is not here, by their markers, are left out.
ABSENT := $(strip $(if $(shell command -v Rscript),,r) \
    $(if $(wildcard $(VENV)/lib/python3*/site-packages/ray/__init__.py),,ray))
SPACE := $(subst r,,r r)
HERE := $(if $(ABSENT),-m "not ($(subst $(SPACE), or ,$(ABSENT)))")
RPY2 := "rpy2-rinterface>=3.6,<3.6.6"  # the extra r, without building the kernels once more
SEED ?= 1
PROBLEMS ?= 5000

.PHONY: demo test lint bench fuzz debug sanitize r-package clean

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq --upgrade pip "setuptools>=77" "Cython>=3.1" numpy

$(VENV)/.demo: $(VENV)/bin/python setup.py pyproject.toml $(KERNELS)
	$(BIN)/python -m pip install -qq --no-build-isolation -e ".[frames,plot]"
	touch $@

$(VENV)/.test: $(VENV)/.demo
	$(BIN)/python -m pip install -qq --no-build-isolation -e ".[test]"
ifneq ($(shell command -v Rscript),)
	RPY2_CFFI_MODE=ABI $(BIN)/python -m pip install -qq $(RPY2)
endif
	touch $@

demo: $(VENV)/.demo
	$(BIN)/python -m dagbag.demo demo.png

test: $(VENV)/.test
	$(BIN)/pytest $(HERE)

# Random problems against the oracle: make fuzz SEED=2 PROBLEMS=5000
fuzz: $(VENV)/.test
	DAGBAG_EXAMPLES=$(PROBLEMS) $(BIN)/pytest tests/test_climb.py tests/test_closure.py \
	    tests/test_ensemble.py tests/test_aggregation.py tests/test_metrics.py \
	    tests/test_curves.py tests/test_mmpc.py tests/test_pc_skeleton.py \
	    tests/test_bagged_score.py --hypothesis-seed=$(SEED)

lint: $(VENV)/.test
	$(BIN)/python -m pip install -qq --no-build-isolation -e ".[lint]"
	$(BIN)/ruff check .
	rm -rf build/typed && mkdir -p build/typed && cp -r dagbag build/typed/
	cp -r r_compat build/typed/dagbag/  # as installed
	cd build/typed && $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/cython-lint csrc

bench: $(VENV)/.test
	$(BIN)/python benchmarks/rrandom.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/bagging.py
	$(BIN)/python benchmarks/interrupt.py

# R CMD check of the R package, in whose Python numpy is one that Debian's reticulate can read.
$(VENV)-r/.done: setup.py pyproject.toml $(KERNELS) $(wildcard dagbag/*.py r_compat/*.py)
	$(PYTHON) -m venv $(VENV)-r
	$(VENV)-r/bin/python -m pip install -qq --upgrade pip "setuptools>=77" "Cython>=3.1" "numpy<2"
	$(VENV)-r/bin/python -m pip install -qq --no-build-isolation "numpy<2" .
	touch $@

r-package: $(VENV)-r/.done
	r_compat/R/check.sh $(VENV)-r/bin/python

# Bounds-checked kernels; what calls them as others do is left out.
debug: $(VENV)/.test
	DAGBAG_DEBUG=1 $(BIN)/python setup.py --quiet build --build-base build/debug \
	    --build-lib build/debug/lib
	PYTHONPATH=build/debug/lib $(BIN)/pytest tests -m "not (r or ray)" --ignore tests/test_study.py \
	    --ignore tests/test_plotting.py --ignore-glob "tests/test_migrate*"

# Address and undefined-behaviour sanitizers on the tests of the kernels.
sanitize: $(VENV)/.test
	DAGBAG_SANITIZE=1 $(BIN)/python setup.py --quiet build --build-base build/sanitize \
	    --build-lib build/sanitize/lib
	PYTHONPATH=build/sanitize/lib ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	    LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	    $(BIN)/pytest tests/test_climb.py tests/test_closure.py tests/test_golden.py \
	    tests/test_rrandom.py tests/test_deviations.py tests/test_ensemble.py \
	    tests/test_aggregation.py tests/test_mmpc.py tests/test_pc_skeleton.py \
	    tests/test_bagged_score.py -m "not (r or ray)" -p no:cacheprovider

clean:
	rm -rf $(VENV) $(VENV)-r build *.egg-info dagbag/*.so demo.png
