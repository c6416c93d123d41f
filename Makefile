# Everything happens in .venv; the first target that needs it makes it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard csrc/dagbag/_kernels/*)
# Modules that not every environment can have; their tests have a marker of the same name.
OPTIONAL := ray pgmpy anndata cibuildwheel nbclient
# Tests whose program is not here, by their markers, are left out.
ABSENT := $(strip $(if $(shell command -v Rscript),,r) \
    $(if $(and $(shell command -v chromium),$(shell command -v chromedriver)),,browser) $(foreach module,$(OPTIONAL),\
    $(if $(wildcard $(VENV)/lib/python3*/site-packages/$(module)/__init__.py),,$(module))))
SPACE := $(subst r,,r r)
without = -m "not ($(subst $(SPACE), or ,$(strip $(1))))"
HERE := $(if $(ABSENT),$(call without,$(ABSENT)))
SIDE_BY_SIDE ?= -n auto  # a worker per core; empty: one after the other
RPY2 := "rpy2-rinterface>=3.6,<3.6.6"  # the extra r, without building the kernels once more
# What calls the kernels as the rest does is left out where all is tested once more.
CORE := tests $(call without,r browser $(OPTIONAL)) --ignore tests/test_study.py --ignore tests/test_plotting.py --ignore tests/test_picture.py \
    --ignore-glob "tests/test_migrate*" --ignore-glob "tests/test_rvalues*" --ignore tests/test_kinds.py
CLANG ?= clang
# What other compilers and CPUs must get right.
PORTED := tests/test_golden.py tests/test_climb.py tests/test_closure.py tests/test_classes.py \
    tests/test_orders.py tests/test_rrandom.py $(call without,r slow)
SEED ?= 1
PROBLEMS ?= 5000

# A Python of a version, wherever there is one.
find = $(shell tools/find-python $(1))
OLDEST ?= $(or $(call find,3.10),$(PYTHON))
PYTHONS ?= $(PYTHON) $(call find,3.10) $(call find,3.13)

.PHONY: demo test quick lint bench fuzz docs notebooks pictures page page-check sdist dist wheel-test clang windows \
    aarch64 oldest debug sanitize r-package clean

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq --upgrade pip "setuptools>=77" "Cython>=3.1" numpy

$(VENV)/.demo: $(VENV)/bin/python setup.py pyproject.toml $(KERNELS)
	$(BIN)/python -m pip install -qq --no-build-isolation -e ".[frames,plot]"
	touch $@

$(VENV)/.test: $(VENV)/.demo
	$(BIN)/python tools/extra.py test >$(VENV)/test.txt
	$(BIN)/python -m pip install -qq -r $(VENV)/test.txt
ifneq ($(shell command -v Rscript),)
	RPY2_CFFI_MODE=ABI $(BIN)/python -m pip install -qq $(RPY2)
endif
	touch $@

demo: $(VENV)/.demo
	$(BIN)/python -m dagbag.demo demo.png --report demo.html

test: $(VENV)/.test
	$(BIN)/pytest $(SIDE_BY_SIDE) $(HERE)

# What takes long is left out, and R.
quick: $(VENV)/.test
	$(BIN)/pytest $(SIDE_BY_SIDE) $(call without,slow study r browser $(OPTIONAL))

# Random problems against the oracle: make fuzz SEED=2 PROBLEMS=5000
fuzz: $(VENV)/.test
	DAGBAG_EXAMPLES=$(PROBLEMS) $(BIN)/pytest $(SIDE_BY_SIDE) tests/test_climb.py tests/test_closure.py \
	    tests/test_classes.py tests/test_class_counts.py tests/test_ensemble.py \
	    tests/test_aggregation.py tests/test_metrics.py \
	    tests/test_curves.py tests/test_mmpc.py tests/test_pc_skeleton.py \
	    tests/test_bagged_score.py tests/test_orders.py tests/test_classes.py tests/test_xges.py \
	    tests/test_from_data.py tests/test_resamples.py --hypothesis-seed=$(SEED)

lint: $(VENV)/.test
	$(BIN)/python tools/extra.py lint >$(VENV)/lint.txt
	$(BIN)/python -m pip install -qq -r $(VENV)/lint.txt
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	rm -rf build/typed && mkdir -p build/typed && cp -r dagbag build/typed/
	cp -r r_compat build/typed/dagbag/  # as installed
	cp tests/typing/*.py build/typed/
	cd build/typed && $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml -p dagbag && \
	    $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml *.py
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/cython-lint csrc

bench: $(VENV)/.test
	$(BIN)/python benchmarks/rrandom.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/bagging.py
	$(BIN)/python benchmarks/interrupt.py

# The site, in build/site: pages, vignettes and docstrings; a warning is an error.
$(VENV)/.docs: $(VENV)/.demo
	$(BIN)/python tools/extra.py docs >$(VENV)/docs.txt
	$(BIN)/python -m pip install -qq -r $(VENV)/docs.txt
	touch $@

docs: $(VENV)/.docs
	$(BIN)/python tools/gallery.py
	$(BIN)/python tools/notebooks.py docs/made/extra/notebooks
	$(BIN)/sphinx-build -q -W --keep-going -j auto -c docs -d build/doctrees . build/site
	$(BIN)/python tools/check_site.py build/site

# Notebooks of three vignettes, run from top to bottom.
notebooks: $(VENV)/.docs $(VENV)/.test
	$(BIN)/python tools/notebooks.py notebooks --run

# The pictures that pages show, drawn again by their examples; the tests compare.
pictures: $(VENV)/.test
	$(BIN)/python tools/drawings.py
	DAGBAG_PICTURES=write $(BIN)/pytest $(SIDE_BY_SIDE) README.md vignettes \
	    tests/test_command.py tests/test_gallery.py -k "md or page"

# What the browser runs in a report, built from its source; needs npm.
report_src/node_modules/.done: report_src/package-lock.json
	cd report_src && npm ci --no-progress --loglevel=error >/dev/null
	touch $@

page: report_src/node_modules/.done
	cd report_src && npm run --silent check && npm run --silent build

# The page in the package is the one that its source makes.
page-check: report_src/node_modules/.done
	mkdir -p build
	cd report_src && npm run --silent check && npm run --silent build -- $(CURDIR)/build/page.html
	cmp build/page.html dagbag/_report/page.html

sdist: $(VENV)/bin/python
	$(BIN)/python -m pip install -qq build
	rm -rf dist
	$(BIN)/python -m build --sdist --outdir dist >/dev/null

# The sdist, and the wheel that is built from it, for every glibc from 2.17 on.
dist: sdist
	$(BIN)/python tools/extra.py wheel >$(VENV)/wheel.txt
	$(BIN)/python -m pip install -qq -r $(VENV)/wheel.txt
	tools/build-wheel $(BIN)/python
	ls -l dist

# Wheels outside the checkout, with the newest dependencies: make wheel-test PYTHONS=python3.12
wheel-test: dist
	tools/test-wheel $(PYTHONS)

# The tests with the oldest dependencies that pyproject.toml allows, on the oldest Python here.
$(VENV)-oldest/.done: setup.py pyproject.toml tools/oldest.py $(KERNELS)
	$(OLDEST) -m venv --clear $(VENV)-oldest
	$(VENV)-oldest/bin/python -m pip install -qq --upgrade pip "setuptools>=77" "Cython>=3.1"
	$(VENV)-oldest/bin/python tools/oldest.py >$(VENV)-oldest/constraints.txt
	$(VENV)-oldest/bin/python -m pip install -qq --no-build-isolation --prefer-binary \
	    -c $(VENV)-oldest/constraints.txt -e ".[test]"
	touch $@

oldest: $(VENV)-oldest/.done
	$(VENV)-oldest/bin/pytest $(SIDE_BY_SIDE) $(CORE)

# R CMD check of the R package, in whose Python numpy is one that Debian's reticulate can read.
$(VENV)-r/.done: setup.py pyproject.toml $(KERNELS) \
    $(wildcard dagbag/*.py dagbag/*/*.py r_compat/*.py r_compat/*/*.py)
	$(PYTHON) -m venv $(VENV)-r
	$(VENV)-r/bin/python -m pip install -qq --upgrade pip "setuptools>=77" "Cython>=3.1" "numpy<2"
	$(VENV)-r/bin/python -m pip install -qq --no-build-isolation "numpy<2" .
	touch $@

r-package: $(VENV)-r/.done
	r_compat/R/check.sh $(VENV)-r/bin/python

# Kernels that clang built, without a warning but of loops that stay scalar: gcc's answers, bit for bit, and R's.
clang: $(VENV)/.test
	CC=$(CLANG) LDSHARED="$(CLANG) -shared" CFLAGS="-DNDEBUG -Wall -Wextra -Werror -Wno-pass-failed" \
	    $(BIN)/python setup.py --quiet build --build-base build/clang --build-lib build/clang/lib
	$(BIN)/python tools/moves.py >build/moves.txt
	PYTHONPATH=build/clang/lib $(BIN)/python tools/moves.py | cmp - build/moves.txt
	PYTHONPATH=build/clang/lib $(BIN)/pytest $(SIDE_BY_SIDE) $(PORTED) -p no:cacheprovider

# The kernels for aarch64 under qemu-user; needs what tools/aarch64 says.
aarch64: $(VENV)/.test
	tools/aarch64 $(PORTED)

# The kernels through mingw-w64, as far as that goes without a Windows.
windows: $(VENV)/.test
	tools/compile-for-windows

# Bounds-checked kernels.
debug: $(VENV)/.test
	DAGBAG_DEBUG=1 $(BIN)/python setup.py --quiet build --build-base build/debug \
	    --build-lib build/debug/lib
	PYTHONPATH=build/debug/lib $(BIN)/pytest $(SIDE_BY_SIDE) $(CORE)

# Bounds checks, and the address and undefined-behaviour sanitizers, on the tests of the kernels.
sanitize: $(VENV)/.test
	DAGBAG_DEBUG=1 DAGBAG_SANITIZE=1 $(BIN)/python setup.py --quiet build --build-base build/sanitize \
	    --build-lib build/sanitize/lib
	PYTHONPATH=build/sanitize/lib ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	    LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	    $(BIN)/pytest $(SIDE_BY_SIDE) tests/test_resamples.py tests/test_climb.py tests/test_closure.py \
	    tests/test_golden.py \
	    tests/test_rrandom.py tests/test_deviations.py tests/test_ensemble.py \
	    tests/test_aggregation.py tests/test_mmpc.py tests/test_pc_skeleton.py \
	    tests/test_bagged_score.py tests/test_orders.py tests/test_boss.py tests/test_classes.py \
	    tests/test_xges.py tests/test_from_data.py $(call without,r $(OPTIONAL)) -p no:cacheprovider

clean:
	rm -rf $(VENV) $(VENV)-r $(VENV)-oldest report_src/node_modules build dist *.egg-info dagbag/_kernels/*.so demo.png demo.html \
	    docs/made notebooks
