"""Wrong calls and wrong files, each with its one message.

``python tests/test_gallery.py`` writes the page of them, vignettes/when-it-refuses.md.
"""

import contextlib
import gzip
import io
import os
import pickle
import re
import shlex
import sys
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import networkx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse
from shown_pictures import check_pictures

import dagbag
from dagbag import (
    DAGBag,
    Ensemble,
    Knowledge,
    check_data,
    order_sensitivity,
    score_graph,
)
from dagbag._command.errors import WRONG
from dagbag._command.main import main
from dagbag.exchange import (
    from_json,
    read_graph,
    to_dagitty,
    to_dot,
    to_graphml,
    to_sif,
    write_graph,
)
from dagbag.learners import BOSS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "vignettes" / "when-it-refuses.md"
LONGEST = 400  # characters of a message for each of its lines
MOST_LINES = 4


class Row(NamedTuple):
    """Something that is wrong."""

    name: str
    what: str  # was done, in words
    call: str  # what was typed
    ends: str | int  # the kind of the exception, or the exit status
    says: str  # ... stands for what differs between machines and versions of other packages


class Group(NamedTuple):
    """A table of the page."""

    title: str
    before: str  # the table
    rows: tuple[Row, ...]


# fmt: off
GALLERY = (
    Group("Data", "From Python. `X` is a frame of 60 rows and the columns `age`, `bmi`, `crp` and `il6`.", (
        Row("text", "a column of text", "DAGBag().fit(X.assign(sex='f'))", "TypeError", "X must have numeric columns, got text in 'sex': leave it out, or code it as numbers"),
        Row("several", "three troubles at once", "DAGBag().fit(X.assign(sex='f', day=pd.Timestamp(0), bmi=np.nan))", "ValueError", 'X must have numeric columns, got text in \'sex\': leave it out, or code it as numbers\nX must have numeric columns, got dates or times in \'day\': leave it out, or take a number from it that is not the order of rows, such as an age\nX must be complete, got missing values (NaN): 60 in \'bmi\' (60 of 60 rows, first 0, 1, 2, 3, 4): leave out \'bmi\', which is empty; then give missing="drop" to leave the rows out, or fill the gaps in'),
        Row("mixed", "a word among numbers", "DAGBag().fit(X.assign(bmi=['unknown', *X['bmi'][1:]]))", "TypeError", "X must have numeric columns, got objects that are no numbers in 'bmi' (first 'unknown' in row 0): leave it out, or code it as numbers"),
        Row("numbers-as-text", "numbers that are stored as text", "DAGBag().fit(X.assign(bmi=X['bmi'].map(str)))", "TypeError", "X must have numeric columns, got numbers stored as text in 'bmi': convert them, X[column].astype(float)"),
        Row("objects", "a column of lists", "DAGBag().fit(X.assign(bmi=[[1]] * 60))", "TypeError", "X must have numeric columns, got objects that are no numbers in 'bmi': leave it out, or code it as numbers"),
        Row("dates", "a column of dates", "DAGBag().fit(X.assign(day=pd.date_range('2020-01-01', periods=60)))", "TypeError", "X must have numeric columns, got dates or times in 'day': leave it out, or take a number from it that is not the order of rows, such as an age"),
        Row("times", "a column of time spans", "DAGBag().fit(X.assign(t=pd.to_timedelta(range(60), unit='h')))", "TypeError", "X must have numeric columns, got dates or times in 't': leave it out, or take a number from it that is not the order of rows, such as an age"),
        Row("categories", "a categorical column", "DAGBag().fit(X.assign(arm=pd.Categorical(['a', 'b'] * 30)))", "TypeError", "X must have numeric columns, got categories in 'arm': leave it out, or code it as numbers: a column of 0 and 1 for each category but one"),
        Row("nullable", "a nullable integer column with NA", "DAGBag().fit(X.assign(dose=pd.array([1, None] * 30, dtype='Int64')))", "ValueError", 'X must be complete, got missing values (NaN): 30 in \'dose\' (30 of 60 rows, first 1, 3, 5, 7, 9): give missing="drop" to leave the rows out, or fill the gaps in'),
        Row("nullable-boolean", "a nullable boolean column with NA", "DAGBag().fit(X.assign(male=pd.array([True, None] * 30, dtype='boolean')))", "ValueError", 'X must be complete, got missing values (NaN): 30 in \'male\' (30 of 60 rows, first 1, 3, 5, 7, 9): give missing="drop" to leave the rows out, or fill the gaps in'),
        Row("gaps", "rows with gaps", "DAGBag().fit(X.mask(X['bmi'] > 1))", "ValueError", 'X must be complete, got missing values (NaN): 11 in \'age\', 11 in \'bmi\', 11 in \'crp\', 11 in \'il6\' (11 of 60 rows, first 0, 1, 8, 12, 21): give missing="drop" to leave the rows out, or fill the gaps in'),
        Row("empty-column", "a column that is empty", "DAGBag().fit(X.assign(bmi=np.nan))", "ValueError", 'X must be complete, got missing values (NaN): 60 in \'bmi\' (60 of 60 rows, first 0, 1, 2, 3, 4): leave out \'bmi\', which is empty; then give missing="drop" to leave the rows out, or fill the gaps in'),
        Row("drop-all", "a column that is empty, and rows with gaps dropped", "DAGBag(missing='drop').fit(X.assign(bmi=np.nan))", "ValueError", "X must have at least 3 rows, got 0 without missing values, of 60: leave out the columns with most missing values, or fill the gaps in"),
        Row("infinite", "a division by 0", "DAGBag().fit(X.assign(ratio=1 / X['bmi'].round()))", "ValueError", "X must be finite, got infinite values in 'ratio' (first in row 4): look for divisions by 0 and logarithms of 0; leave those rows or columns out"),
        Row("complex", "complex numbers", "DAGBag().fit(X + 1j)", "TypeError", "X must have numeric columns, got complex numbers in 'age', 'bmi', 'crp', 'il6': take their real part, or their size"),
        Row("twice", "a name that comes twice", "DAGBag().fit(pd.concat([X, X[['bmi']] ** 2], axis=1))", "ValueError", "X must have distinct column names, got 'bmi' twice: rename the columns, or leave one of each out"),
        Row("text-array", "an array of texts", "DAGBag().fit(X.to_numpy().astype(str))", "TypeError", "X must have numeric columns, got numbers stored as text in 0, 1, 2, 3: convert them, X.astype(float)"),
        Row("bytes-array", "an array of bytes", "DAGBag().fit(X.to_numpy().astype('S'))", "TypeError", "X must have numeric columns, got numbers stored as text in 0, 1, 2, 3: convert them, X.astype(float)"),
        Row("masked", "an array with masked cells", "DAGBag().fit(np.ma.masked_greater(X.to_numpy(), 1))", "ValueError", 'X must be complete, got missing values (NaN): 11 in 1, 11 in 3, 6 in 0, 5 in 2 (20 of 60 rows, first 0, 1, 2, 5, 7): give missing="drop" to leave the rows out, or fill the gaps in'),
        Row("sparse", "a sparse matrix", "DAGBag().fit(scipy.sparse.csr_array(X.to_numpy()))", "TypeError", "X must be an n x p array or DataFrame, got a sparse csr_array of shape (60, 4): give its .toarray()"),
        Row("series", "a single column", "DAGBag().fit(X['bmi'])", "ValueError", "X must be an n x p matrix, got Series of shape (60,): give X.to_frame() if it is one column"),
        Row("one-dimension", "an array of one dimension", "DAGBag().fit(X['bmi'].to_numpy())", "ValueError", "X must be an n x p matrix, got ndarray of shape (60,): give X.reshape(-1, 1) if it is one column"),
        Row("three-dimensions", "an array of three dimensions", "DAGBag().fit(np.zeros((5, 4, 3)))", "ValueError", "X must be an n x p matrix, got ndarray of shape (5, 4, 3): give one table, a row per sample and a column per node"),
        Row("list-of-frames", "two tables", "DAGBag().fit([X, X])", "ValueError", "X must be an n x p matrix, got list of shape (2, 60, 4): give one table, a row per sample and a column per node"),
        Row("ragged-list", "a list of rows of different lengths", "DAGBag().fit([[1, 2], [3, 4, 5], [6, 7]])", "ValueError", "X must be an n x p matrix, got rows of different lengths: 2 in row 0, 3 in row 1"),
        Row("records", "a list of dicts", "DAGBag().fit([{'a': 1, 'b': 2}, {'a': 2, 'b': 3}])", "ValueError", "X must be an n x p matrix, got list of shape (2,): give pandas.DataFrame of it"),
        Row("dict", "a dict of columns", "DAGBag().fit({'a': [1, 2, 3], 'b': [2, 1, 3]})", "TypeError", "X must be an n x p array or DataFrame, got a dict: give pandas.DataFrame of it"),
        Row("generator", "a generator of rows", "DAGBag().fit(row for row in X.to_numpy())", "TypeError", "X must be an n x p array or DataFrame, got a generator: give a list of what it yields"),
        Row("lazy", "a lazy frame of polars", "DAGBag().fit(pl.LazyFrame({'a': [1, 2, 3], 'b': [2, 1, 3]}))", "TypeError", "X must be an n x p array or DataFrame, got a LazyFrame: give its .collect()"),
        Row("polars-text", "a frame of polars with text", "DAGBag().fit(pl.DataFrame({'a': ['x', 'y', 'z'], 'b': [1, 2, 3]}))", "TypeError", "X must have numeric columns, got text in 'a': leave it out, or code it as numbers"),
        Row("polars-null", "a frame of polars with a null", "DAGBag().fit(pl.DataFrame({'a': [1.5, None, 2.5, 0.5], 'b': [1, 2, 3, 5]}))", "ValueError", 'X must be complete, got missing values (NaN): 1 in \'a\' (1 of 4 rows, first 1): give missing="drop" to leave the rows out, or fill the gaps in'),
        Row("arrow-null", "a table of pyarrow with a null", "DAGBag().fit(pa.table({'a': [1.5, None, 2.5, 0.5], 'b': [1, 2, 3, 5]}))", "ValueError", 'X must be complete, got missing values (NaN): 1 in \'a\' (1 of 4 rows, first 1): give missing="drop" to leave the rows out, or fill the gaps in'),
        Row("arrow-text", "a table of pyarrow with text", "DAGBag().fit(pa.table({'a': ['x', 'y', 'z'], 'b': [1, 2, 3]}))", "TypeError", "X must have numeric columns, got text in 'a': leave it out, or code it as numbers"),
        Row("path", "the path of a file in place of its data", "DAGBag().fit('data.csv')", "TypeError", "X must be an n x p array or DataFrame, got the path 'data.csv': read the file first, e.g. with pandas.read_csv"),
        Row("nothing", "nothing at all", "DAGBag().fit(None)", "TypeError", "X must be an n x p array or DataFrame, got None"),
        Row("anything", "something that is no table", "DAGBag().fit(object())", "TypeError", "X must be an n x p array or DataFrame, got an object"),
        Row("empty-list", "an empty list", "DAGBag().fit([])", "ValueError", "X must be an n x p matrix, got list of shape (0,): give a row per sample and a column per node"),
        Row("empty-frame", "an empty frame", "DAGBag().fit(pd.DataFrame())", "ValueError", "X must have at least 1 column, got 0: give at least one column of numbers"),
        Row("no-rows", "no rows", "DAGBag().fit(X.head(0))", "ValueError", "X must have at least 3 rows, got 0: rows are observations, columns are nodes; was the table transposed?"),
        Row("one-row", "one row", "DAGBag().fit(X.head(1))", "ValueError", "X must have at least 3 rows, got 1: rows are observations, columns are nodes; was the table transposed?"),
        Row("no-columns", "no columns", "DAGBag().fit(np.empty((9, 0)))", "ValueError", "X must have at least 1 column, got 0: give at least one column of numbers"),
        Row("constant", "a constant column, wherever warnings are errors", "DAGBag().fit(X.assign(one=1.0))", "DataWarning", "X: one value only in 'one'; they stay without edges (leave them out)"),
        Row("copy", "a column twice, under two names, likewise", "DAGBag().fit(X.assign(again=X['bmi']))", "DataWarning", "X: perfectly correlated columns: 'again' = 'bmi'; used as they are; which of them has an edge is chance (leave all but one of each out)"),
        Row("covariance-as-data", "a covariance matrix as if it were data, likewise", "DAGBag().fit(X.cov())", "DataWarning", "X:\n- looks like a covariance or correlation matrix of 4 columns; its rows are taken for observations (give the number of rows that it is of, DAGBag().fit(X, n=...))\n- only 4 rows; a search is made all the same (believe only what most resamples agree on, and little of that)"),
        Row("missing-word", "a misspelled word for missing values", "DAGBag(missing='dropp').fit(X)", "ValueError", 'missing must be "error" or "drop", got \'dropp\'; did you mean \'drop\'?'),
        Row("pairwise", "pairwise complete rows", "DAGBag(missing='pairwise').fit(X)", "ValueError", 'missing="pairwise" is not offered: covariances of different rows need not be those of any data, each has another n, which the score does not know, and in a resample other pairs are missing; give missing="drop", or fill the gaps in before, several times if you can, and merge the ensembles'),
        Row("check-path", "the check of a path", "check_data('data.csv')", "TypeError", "X must be an n x p array or DataFrame, got the path 'data.csv': read the file first, e.g. with pandas.read_csv"),
        Row("orders-path", "the order of columns in a path", "order_sensitivity('data.csv')", "TypeError", "X must be an n x p array or DataFrame, got the path 'data.csv': read the file first, e.g. with pandas.read_csv"),
        Row("score-graph-node", "the score of a graph with other nodes", "score_graph(X, [('age', 'zzz')])", "ValueError", "graph must name nodes of X, got 'zzz'"),
        Row("score-graph-nothing", "the score of a graph of no data", "score_graph(None, [('age', 'bmi')])", "TypeError", "X must be an n x p array or DataFrame, got None"),
        Row("check-word", "the check with an unknown word", "check_data(X, missing='fill')", "ValueError", 'missing must be "error" or "drop", got \'fill\''),
    )),
    Group("Parameters of DAGBag", "From Python. `fitted` is a fitted estimator, `pickled` one that was pickled and read again.", (
        Row("n-boot-text", "a number as text", "DAGBag('100').fit(X)", "TypeError", "n_boot must be a whole number of at least 0, got '100'"),
        Row("n-boot-float", "half a resample", "DAGBag(2.5).fit(X)", "ValueError", "n_boot must be a whole number of at least 0, got 2.5"),
        Row("n-boot-negative", "a negative number of resamples", "DAGBag(-1).fit(X)", "ValueError", "n_boot must be a whole number of at least 0, got -1"),
        Row("n-boot-true", "a flag for a number", "DAGBag(True).fit(X)", "TypeError", "n_boot must be a whole number of at least 0, got True"),
        Row("data-first", "data in the wrong place", "DAGBag(X).fit(X)", "TypeError", "n_boot must be a whole number of at least 0, got DataFrame of shape (60, 4)"),
        Row("by-position", "arguments without their names", "DAGBag(100, 'boss')", "TypeError", "DAGBag() takes n_boot without a name, and got 'boss', too: give the others by name, such as learner='boss'"),
        Row("seed", "scikit-learn's name is asked for", "DAGBag(seed=1)", "TypeError", "DAGBag() has no argument 'seed'; did you mean 'random_state'?"),
        Row("n-estimators", "a name of other packages", "DAGBag(n_estimators=100)", "TypeError", "DAGBag() has no argument 'n_estimators'; did you mean 'n_boot'?"),
        Row("threshold", "another name of other packages", "DAGBag(threshold=0.5)", "TypeError", "DAGBag() has no argument 'threshold'; did you mean 'cutoff'?"),
        Row("whitelist", "R's name", "DAGBag(whitelist=[('age', 'bmi')])", "TypeError", "DAGBag() has no argument 'whitelist'; did you mean 'required'?"),
        Row("roots", "an argument of Knowledge", "DAGBag(roots=['age'])", "TypeError", "DAGBag() has no argument 'roots'; did you mean 'knowledge'? Write knowledge={'roots': ...}"),
        Row("unheard-of", "an argument that means nothing", "DAGBag(zzz=1)", "TypeError", "DAGBag() has no argument 'zzz'; it has n_boot, learner, score, penalty, alpha, cutoff, max_parents, required, forbidden, allowed, tiers, knowledge, resample, sample_frac, random_state, n_jobs, memory, progress, checkpoint, missing, method"),
        Row("set-params", "a misspelled parameter", "DAGBag().set_params(cut_off=0.5)", "ValueError", "Invalid parameter 'cut_off' for DAGBag: it must be one of n_boot, learner, score, penalty, alpha, cutoff, max_parents, required, forbidden, allowed, tiers, knowledge, resample, sample_frac, random_state, n_jobs, memory, progress, checkpoint, missing, method; did you mean 'cutoff'?"),
        Row("learner-word", "a misspelled search", "DAGBag(learner='bos').fit(X)", "ValueError", 'learner must be one of "auto", "boss", "xges", "hill_climbing", or a learner, got \'bos\'; did you mean \'boss\'?'),
        Row("learner-class", "a class in place of a learner", "DAGBag(learner=BOSS).fit(X)", "TypeError", "learner must be an instance, got the class: write BOSS()"),
        Row("learner-number", "a number in place of a learner", "DAGBag(learner=3).fit(X)", "TypeError", "learner must be the name of a search or a callable of the data, got 3"),
        Row("learner-and-score", "a score beside a learner", "DAGBag(learner=BOSS(), score='aic').fit(X)", "ValueError", "score must be left at 'bic' beside a learner of your own, which has its own settings, got score='aic' and learner=BOSS(score_type='BIC', penalty=None, n_starts=1, backward..."),
        Row("learner-nothing", "a learner that returns nothing", "DAGBag(2, learner=lambda Y: None, n_jobs=1).fit(X)", "RuntimeError", "learner failed in replicate 0: TypeError: the graph of replicate 0 must be a graph, such as a matrix or a list of (source, target) pairs, got None"),
        Row("learner-shape", "a learner that returns too few nodes", "DAGBag(2, learner=lambda Y: np.zeros((2, 2)), n_jobs=1).fit(X)", "RuntimeError", "learner failed in replicate 0: ValueError: the graph of replicate 0 must have shape (4, 4), got (2, 2)"),
        Row("learner-alone", "a learner without resamples", "DAGBag(0, learner=lambda Y: np.zeros((4, 4))).fit(X)", "TypeError", "n_boot must be at least 1 with a learner of your own, whose graphs are aggregated; got 0, and ndarray from the learner"),
        Row("score-word", "a misspelled score", "DAGBag(score='bicc').fit(X)", "ValueError", "score must be one of BIC, likelihood, AIC, eBIC, GIC, BGe or a penalty per parent, got 'bicc'; did you mean 'BIC'?"),
        Row("score-negative", "a negative penalty", "DAGBag(score=-1.0).fit(X)", "ValueError", "score must be the name of a score or a penalty of at least 0, got -1.0"),
        Row("penalty-text", "a penalty as text", "DAGBag(penalty='2').fit(X)", "TypeError", "penalty must be a finite number above 0, or None, got '2'"),
        Row("penalty-negative", "a negative multiple", "DAGBag(penalty=-2).fit(X)", "ValueError", "penalty must be a finite number above 0, or None, got -2"),
        Row("penalty-bge", "a penalty for a score without", "DAGBag(score='bge', penalty=2.0).fit(X)", "ValueError", "penalty must be 1 or None with BGe, which has none, got 2"),
        Row("cutoff-percent", "percent", "DAGBag(cutoff=50).fit(X)", "ValueError", "cutoff must be a number from 0 to below 1, got 50; 50% is 0.5"),
        Row("cutoff-one", "a cutoff that nothing exceeds", "DAGBag(cutoff=1.0).fit(X)", "ValueError", "cutoff must be a number from 0 to below 1, got 1.0; no strength is above 1"),
        Row("cutoff-none", "no cutoff", "DAGBag(cutoff=None).fit(X)", "TypeError", "cutoff must be a number from 0 to below 1, got None"),
        Row("cutoff-word", "a misspelled cutoff", "DAGBag(cutoff='stabilty').fit(X)", "ValueError", 'cutoff must be a number from 0 to below 1, "auto" or "stability", got \'stabilty\'; did you mean \'stability\'?'),
        Row("alpha-text", "alpha as text", "DAGBag(alpha='1').fit(X)", "TypeError", "alpha must be a finite number of at least 0, got '1'"),
        Row("alpha-negative", "a negative alpha", "DAGBag(alpha=-1).fit(X)", "ValueError", "alpha must be a finite number of at least 0, got -1"),
        Row("max-parents", "a number in words", "DAGBag(max_parents='three').fit(X)", "ValueError", 'max_parents must be "auto", None or a whole number of at least 0, got \'three\''),
        Row("resample-word", "a misspelled way to draw", "DAGBag(resample='boostrap').fit(X)", "ValueError", 'resample must be one of "auto", "bootstrap", "subsample", "pairs", got \'boostrap\'; did you mean \'bootstrap\'?'),
        Row("pairs-odd", "an odd number of halves", "DAGBag(5, resample='pairs').fit(X)", "ValueError", 'n_boot must be even with resample="pairs", which draws resamples two by two, got 5'),
        Row("stability-bootstrap", "a bound that the bootstrap has not", "DAGBag(cutoff='stability', resample='bootstrap').fit(X)", "NoBoundError", 'resample must be "auto", "pairs" or "subsample" with cutoff="stability", whose bound is one of subsamples, got \'bootstrap\''),
        Row("sample-frac", "percent again", "DAGBag(resample='subsample', sample_frac=80).fit(X)", "ValueError", "sample_frac must be above 0 and at most 1, got 80"),
        Row("random-state-text", "a random state as text", "DAGBag(random_state='one').fit(X)", "TypeError", "random_state must be None, an integer, or a random generator of numpy or of this package, got 'one'"),
        Row("random-state-large", "a random state that is too large", "DAGBag(random_state=2**40).fit(X)", "ValueError", "random_state must be an integer between -2147483647 and 2147483647, got 1099511627776"),
        Row("n-jobs-zero", "no workers", "DAGBag(n_jobs=0).fit(X)", "ValueError", "n_jobs must be None or a whole number other than 0, got 0"),
        Row("n-jobs-word", "workers in words", "DAGBag(n_jobs='all').fit(X)", "TypeError", "n_jobs must be None or a whole number other than 0, got 'all'"),
        Row("memory-word", "deltas from somewhere else", "DAGBag(learner='hill_climbing', memory='disk').fit(X)", "ValueError", "memory must be one of auto, cross-products, data, got 'disk'"),
        Row("memory-boss", "a search that has no deltas from the data", "DAGBag(memory='data').fit(X)", "ValueError", "memory must be 'auto' or 'cross-products' with learner 'boss', which has no search from the data, got 'data'; learner='hill_climbing' has one"),
        Row("progress-word", "a word for yes", "DAGBag(progress='yes').fit(X)", "TypeError", "progress must be True, False, None or a function of (done, total), or 'auto', got 'yes'"),
        Row("method-word", "a misspelled method; nothing is learned before that is told", "DAGBag(method='gredy').fit(X)", "ValueError", "method must be one of greedy, exact, got 'gredy'; did you mean 'greedy'?"),
        Row("single-method", "the same, of a single search, which has no use for it", "DAGBag(0, method='gredy').fit(X)", "ValueError", "method must be one of greedy, exact, got 'gredy'; did you mean 'greedy'?"),
        Row("checkpoint-number", "a number in place of a file", "DAGBag(checkpoint=1).fit(X)", "TypeError", "checkpoint must be a path, got 1"),
        Row("checkpoint-folder", "a folder that is not there", "DAGBag(checkpoint='nowhere/run', n_jobs=1).fit(X)", "FileNotFoundError", "[Errno 2] checkpoint cannot be opened: its directory does not exist: 'nowhere/run'"),
        Row("checkpoint-other", "a file of something else", "DAGBag(checkpoint='data.csv', n_jobs=1).fit(X)", "ValueError", "checkpoint 'data.csv' is another kind of file, or nothing of a checkpoint is left in it; give another file, or remove this one"),
        Row("covariance-data", "data and n", "DAGBag().fit(X, n=60)", "ValueError", "X must be a square matrix, got shape (60, 4): give data as X, without n"),
        Row("covariance-n", "a covariance matrix of one row", "DAGBag().fit(X.cov(), n=1)", "ValueError", "n must be an integer of at least 3, got 1"),
        Row("covariance-n-text", "n as text", "DAGBag().fit(X.cov(), n='60')", "TypeError", "n must be an integer of at least 3, got '60'"),
        Row("covariance-half", "half a covariance matrix", "DAGBag().fit(np.triu([[2.0, 1.0], [1.0, 2.0]]), n=60)", "ValueError", "X must be symmetric, got 1 for 0, 1 and 0 for 1, 0"),
        Row("covariance-indefinite", "what no data have for covariances", "DAGBag().fit([[1, 2], [2, 1]], n=60)", "ValueError", "X must be positive semidefinite, got correlations with the eigenvalue -1: no data have them; compute it from complete rows, all columns at once"),
        Row("covariance-negative", "a negative variance", "DAGBag().fit([[-1, 0], [0, 1]], n=60)", "ValueError", "X must have variances, got -1 for 0"),
        Row("covariance-zero", "no variance at all", "DAGBag().fit(np.zeros((3, 3)), n=60)", "ValueError", "X must have variances above 0, got none: every column is constant"),
        Row("covariance-text", "a covariance matrix of texts", "DAGBag().fit(X.cov().astype(str), n=60)", "TypeError", "X must have numeric columns, got others in 'age', 'bmi', 'crp', 'il6': give numbers"),
        Row("covariance-order", "rows in another order than columns", "DAGBag().fit(X.cov().iloc[::-1], n=60)", "ValueError", "X must have rows and columns in the same order: give X.loc[X.columns]"),
        Row("covariance-names", "other names of rows than of columns", "DAGBag().fit(X.cov().rename(columns={'bmi': 'BMI'}), n=60)", "ValueError", "X must have the same names for rows and columns, got 'bmi' of rows only"),
        Row("covariance-effects", "effects of a covariance matrix", "DAGBag().fit(X.cov(), n=60).effects()", "ValueError", "effects() needs the data, but this estimator was fitted to a covariance matrix: give them, effects(X)"),
        Row("not-fitted", "a look before anything is learned", "DAGBag().edges_", "NotFittedError", "this DAGBag is not fitted yet: call fit(X) before"),
        Row("not-fitted-ensemble", "the same, of the ensemble", "DAGBag().ensemble_", "NotFittedError", "this DAGBag is not fitted yet: call fit(X) before"),
        Row("not-fitted-aggregate", "a tuning before anything is learned", "DAGBag().aggregate(cutoff=0.8)", "NotFittedError", "this DAGBag is not fitted yet: call fit(X) before"),
        Row("single-aggregate", "an aggregation of a single search", "DAGBag(0).fit(X).aggregate(cutoff=0.8)", "ValueError", "aggregate() needs the DAGs of resamples, but this estimator was fitted without; set n_boot to at least 1 and fit again"),
        Row("single-more", "more resamples of a single search", "DAGBag(0).fit(X).more(10)", "ValueError", "more(n) needs the DAGs of resamples, but this estimator was fitted without; set n_boot to at least 1 and fit again"),
        Row("single-save", "the ensemble of a single search", "DAGBag(0).fit(X).save('ensemble.npz')", "ValueError", "save() of an .npz file needs the DAGs of resamples, but this estimator was fitted without; set n_boot to at least 1 and fit again"),
        Row("more-zero", "no more resamples", "fitted.more(0)", "ValueError", "n must be a whole number of at least 1, got 0"),
        Row("more-pickled", "more resamples of data that are gone", "pickled.more(10)", "ValueError", "the data are needed again, which an estimator does not keep when it is pickled: give them, more(n, X)"),
        Row("more-columns", "more resamples of other columns", "pickled.more(10, X.rename(columns={'bmi': 'BMI'}))", "ValueError", "X must have the columns that were fitted to, got none named 'bmi'"),
        Row("more-rows", "more resamples of other rows", "pickled.more(10, X.head(30))", "ValueError", "more() must have the data and the parameters that were fitted with, but data differs; rows is 60 there, 30 here; resample_rows is 60 there, 30 here; call fit(X) to begin anew"),
        Row("effects-pickled", "effects in data that are gone", "pickled.effects()", "ValueError", "the data are needed again, which an estimator does not keep when it is pickled: give them, effects(X)"),
        Row("effects-columns", "effects in other columns", "pickled.effects(X[['age', 'bmi']])", "ValueError", "X has 2 features, but DAGBag is expecting 4 features as input: give the columns that it was fitted to"),
        Row("effects-argument", "a misspelled argument", "fitted.effects(nboot=3)", "TypeError", "effects() has no argument 'nboot'; did you mean 'n_boot'?"),
        Row("effects-level", "percent once more", "fitted.effects(level=95)", "ValueError", "level must be a number between 0 and 1, got 95"),
        Row("aggregate-cutoff", "and of an aggregation", "fitted.aggregate(cutoff=80)", "ValueError", "cutoff must be a number from 0 to below 1, got 80; 80% is 0.8"),
        Row("aggregate-argument", "another name for it", "fitted.aggregate(threshold=0.8)", "TypeError", "aggregate() has no argument 'threshold'; did you mean 'cutoff'?"),
        Row("plot-argument", "an argument that a picture has not", "fitted.plot(layuot='force')", "TypeError", "plot_dag() got an unexpected keyword argument 'layuot'; did you mean 'layout'?"),
        Row("to-frame", "a table that is not there", "fitted.to_frame('nodes')", "ValueError", "table must be one of edges, adjacency, got 'nodes'; did you mean 'edges'?"),
        Row("score-nothing", "the likelihood of nothing", "fitted.score(None)", "TypeError", "X must be an n x p array or DataFrame, got None"),
        Row("score-columns", "the likelihood of other columns", "fitted.score(X[['age', 'bmi']])", "ValueError", "X has 2 features, but DAGBag is expecting 4 features as input: give the columns that it was fitted to"),
        Row("score-names", "the likelihood of columns with other names", "fitted.score(X.rename(columns={'bmi': 'BMI'}))", "ValueError", "X must have the columns that were fitted to, got none named 'bmi'"),
    )),
    Group("Knowledge", "From Python.", (
        Row("name", "a misspelled name", "DAGBag(required=[('agee', 'bmi')]).fit(X)", "KnowledgeError", "knowledge: required: 'agee' is no node; did you mean 'age'?"),
        Row("name-case", "a name in capitals", "DAGBag(forbidden=['BMI -> age']).fit(X)", "KnowledgeError", "knowledge: forbidden: 'BMI' is no node; did you mean 'bmi'?"),
        Row("pattern", "a pattern that matches nothing", "DAGBag(knowledge={'roots': 'SNP_*'}).fit(X)", "KnowledgeError", "knowledge: roots: the pattern 'SNP_*' matches no node"),
        Row("no-names", "names, and data without", "DAGBag(required=[('age', 'bmi')]).fit(X.to_numpy())", "KnowledgeError", "knowledge has 2 conflicts:\n  required: 'age' is no node; the data have no names, their nodes are 0 to 3\n  required: 'bmi' is no node; the data have no names, their nodes are 0 to 3"),
        Row("number", "a node that is not there", "DAGBag(required=[(0, 9)]).fit(X.to_numpy())", "KnowledgeError", "knowledge: required: 9 is no node; there are 4 nodes"),
        Row("cycle", "a cycle of required edges", "DAGBag(required=['age -> bmi', 'bmi -> crp', 'crp -> age']).fit(X)", "KnowledgeError", "knowledge: required edges form the cycle 'age' -> 'bmi' -> 'crp' -> 'age'"),
        Row("both", "an edge that is required and forbidden", "DAGBag(required=['age -> bmi'], forbidden=['age -> bmi']).fit(X)", "KnowledgeError", "knowledge: required 'age' -> 'bmi' is forbidden, too"),
        Row("against-tiers", "a required edge against the tiers", "DAGBag(required=['bmi -> age'], tiers=[['age'], ['bmi']]).fit(X)", "KnowledgeError", "knowledge: required 'bmi' -> 'age' leads from tier 2 back to tier 1"),
        Row("into-root", "a required edge into a root", "DAGBag(required=['bmi -> age'], knowledge={'roots': ['age']}).fit(X)", "KnowledgeError", "knowledge: required 'bmi' -> 'age' leads to 'age', which is to have no parents (roots)"),
        Row("out-of-leaf", "a required edge out of a leaf", "Knowledge(required=['bmi -> age'], leaves='bmi').apply(X.columns)", "KnowledgeError", "knowledge: required 'bmi' -> 'age' leaves 'bmi', which is to have no children (leaves)"),
        Row("itself", "an edge to itself", "DAGBag(required=['age -> age']).fit(X)", "KnowledgeError", "knowledge: required: 'age' leads to itself"),
        Row("parents", "more required parents than there may be", "DAGBag(max_parents=1, required=['age -> bmi', 'crp -> bmi']).fit(X)", "ValueError", "knowledge must give each node at most 1 parents (max_parents), got 2 for 'bmi'"),
        Row("two-tiers", "a node in two tiers", "DAGBag(tiers=[['age', 'bmi'], ['bmi', 'crp']]).fit(X)", "KnowledgeError", "knowledge: tiers: 'bmi' is in tier 1 and in tier 2"),
        Row("tiers-text", "tiers as a text", "DAGBag(tiers='age, bmi').fit(X)", "TypeError", "tiers must be a list of lists of nodes, the earliest first, or a dict of numbers, got 'age, bmi'"),
        Row("tiers-turned", "a dict the wrong way round", "DAGBag(tiers={1: ['age'], 2: ['bmi']}).fit(X)", "TypeError", "tiers must be a list of lists of nodes, the earliest first, or a dict of numbers, got {1: ['age'], 2: ['bmi']}"),
        Row("tiers-frame", "data in place of tiers", "DAGBag(tiers=X).fit(X)", "TypeError", "tiers must be a list of lists of nodes, the earliest first, or a dict of numbers, got DataFrame of shape (60, 4)"),
        Row("tiers-twice", "tiers in two places", "DAGBag(tiers=[['age'], ['bmi']], knowledge={'tiers': [['bmi'], ['age']]}).fit(X)", "ValueError", "knowledge can be put together if one of the two has tiers, or both the same, got two; state them in one place"),
        Row("within", "a word for no", "Knowledge(tiers=[['age'], ['bmi']], within_tiers='no')", "TypeError", "within_tiers must be True, False, or numbers of tiers that may have edges inside, got 'no'"),
        Row("within-number", "a tier that is not there", "Knowledge(tiers=[['age'], ['bmi']], within_tiers=[3])", "ValueError", "within_tiers must be True, False, or numbers of tiers that may have edges inside, got 3; their numbers are 1, 2"),
        Row("one-pair", "a pair in place of a list of pairs", "DAGBag(required=('age', 'bmi')).fit(X)", "ValueError", "required must be a list of edges, got the one pair ('age', 'bmi'): write [('age', 'bmi')]"),
        Row("three-names", "three names", "DAGBag(required=[('age', 'bmi', 'crp')]).fit(X)", "ValueError", "required must have edges such as ('a', 'b') or 'a -> b', got ('age', 'bmi', 'crp')"),
        Row("chain", "a chain", "DAGBag(required=['age -> bmi -> crp']).fit(X)", "ValueError", "required must have edges such as ('a', 'b') or 'a -> b', got 'age -> bmi -> crp': there must be one '->' or '--' in a line; a chain takes several lines"),
        Row("no-arrow", "an edge without an arrow", "DAGBag(required=['age bmi']).fit(X)", "ValueError", "required must have edges such as ('a', 'b') or 'a -> b', got 'age bmi': an edge needs '->', or '--' for both directions"),
        Row("turned-arrow", "an arrow to the left", "DAGBag(required=['age <- bmi']).fit(X)", "ValueError", "required must have edges such as ('a', 'b') or 'a -> b', got 'age <- bmi': an edge needs '->', from left to right, or '--' for both directions"),
        Row("undirected", "a required edge in both directions", "DAGBag(required=['age -- bmi']).fit(X)", "ValueError", "required must have edges such as ('a', 'b') or 'a -> b', got 'age -- bmi': an edge cannot be required in both directions: write '->'"),
        Row("matrix-shape", "a matrix of other nodes", "DAGBag(forbidden=np.ones((3, 3))).fit(X)", "KnowledgeError", "knowledge: forbidden must have shape (4, 4), got (3, 3)"),
        Row("matrix-values", "a matrix of parts", "DAGBag(forbidden=np.full((4, 4), 0.5)).fit(X)", "ValueError", "forbidden must hold only 0 and 1, or False and True, got 0.5"),
        Row("edge-dict", "a dict of edges", "DAGBag(forbidden={'age': 'bmi'}).fit(X)", "TypeError", "forbidden must be a graph or a list of pairs of names, got {'age': 'bmi'}"),
        Row("argument", "a misspelled argument", "Knowledge(root='age')", "TypeError", "Knowledge() has no argument 'root'; did you mean 'roots'?"),
        Row("key", "a misspelled key", "DAGBag(knowledge={'root': ['age']}).fit(X)", "TypeError", "knowledge must have the arguments required, forbidden, allowed, tiers, within_tiers, roots, leaves, groups, got 'root'; did you mean 'roots'?"),
        Row("list", "a list of edges as knowledge", "DAGBag(knowledge=[('age', 'bmi')]).fit(X)", "TypeError", "knowledge must be a Knowledge, a dict of its arguments or the path of its text file, got [('age', 'bmi')]"),
        Row("groups-list", "groups without names", "Knowledge(groups=['age', 'bmi'])", "TypeError", "groups must be a dict of names and lists of nodes or patterns, got ['age', 'bmi']"),
        Row("groups-ring", "groups of each other", "Knowledge(groups={'g': ['h'], 'h': ['g']}).apply(X.columns)", "KnowledgeError", "knowledge: groups: groups refer to each other in a ring: 'g' -> 'h' -> 'g'"),
        Row("group-node", "a group with the name of a node", "Knowledge(groups={'age': ['bmi']}).apply(X.columns)", "KnowledgeError", "knowledge: groups: 'age' is the name of a node, too"),
        Row("merge", "a dict put together with knowledge", "Knowledge(roots='age').merge({'leaves': 'bmi'})", "TypeError", "other must be a Knowledge, got {'leaves': 'bmi'}: write Knowledge(**other)"),
        Row("no-file", "a file that is not there", "DAGBag(knowledge='nothing.txt').fit(X)", "FileNotFoundError", "knowledge must be a text file, got 'nothing.txt', which does not exist"),
        Row("section", "a misspelled section in a file", "Knowledge.read('section.txt')", "KnowledgeError", "knowledge of section.txt: line 3: sections are groups, tiers, required, forbidden, allowed, roots, leaves, got 'forbiden'; did you mean 'forbidden'?"),
        Row("lines", "two wrong lines in a file", "Knowledge.read('lines.txt')", "KnowledgeError", "knowledge of lines.txt has 2 conflicts:\n  line 2: an edge needs '->', or '--' for both directions\n  line 4: no name before ','"),
        Row("no-section", "a file without sections", "Knowledge.read('edges.txt')", "KnowledgeError", "knowledge of edges.txt: line 1: a section such as [required] must come first, got 'age -> bmi'"),
        Row("file-name", "a misspelled name in a file", "Knowledge.read('typo.txt').apply(X.columns)", "KnowledgeError", "knowledge of typo.txt: line 2: roots: 'agee' is no node; did you mean 'age'?"),
        Row("file-latin", "a file in Latin-1", "Knowledge.read('latin.txt')", "ValueError", "knowledge must be a text file, got 'latin.txt', which is not in UTF-8; save it as UTF-8 text"),
        Row("file-utf16", "a file in UTF-16", "Knowledge.read('utf16.txt')", "ValueError", "knowledge must be a text file, got 'utf16.txt', which is not in UTF-8; save it as UTF-8 text"),
        Row("file-picture", "a picture", "Knowledge.read('picture.png')", "ValueError", "knowledge must be a text file, got 'picture.png', which is not in UTF-8; save it as UTF-8 text"),
        Row("file-folder", "a folder", "Knowledge.read('folder')", "ValueError", "knowledge must be a text file, got 'folder', which is no file"),
    )),
    Group("Graphs and files", "From Python.", (
        Row("extension", "an unknown extension", "fitted.save('graph.docx')", "ValueError", "path must end in one of .dot, .gv, .graphml, .gml, .sif, .json, .csv, .tsv, .txt, .png, .svg, .pdf, which tells the format, got 'graph.docx'"),
        Row("extension-near", "a misspelled extension", "fitted.save('graph.grapml')", "ValueError", "path must end in one of .dot, .gv, .graphml, .gml, .sif, .json, .csv, .tsv, .txt, .png, .svg, .pdf, which tells the format, got 'graph.grapml'; did you mean '.graphml'?"),
        Row("no-extension", "no extension", "fitted.save('graph')", "ValueError", "path must end in one of .dot, .gv, .graphml, .gml, .sif, .json, .csv, .tsv, .txt, .png, .svg, .pdf, which tells the format, got 'graph'"),
        Row("save-folder", "a folder that is not there", "fitted.save('nowhere/graph.dot')", "FileNotFoundError", "[Errno 2] its folder does not exist: 'nowhere/graph.dot'"),
        Row("save-nothing", "no path", "fitted.save(None)", "TypeError", "path must be the name of a file, got None"),
        Row("estimator", "an estimator in place of its graph", "write_graph(fitted, 'graph.dot')", "TypeError", "graph must be a graph, got an estimator: give its .result_"),
        Row("text-graph", "a path in place of a graph", "to_dot('graph.dot')", "TypeError", "graph must be a graph, such as a matrix or a list of (source, target) pairs, got 'graph.dot'"),
        Row("kind", "an unknown kind of graph", "to_dot([('a', 'b')], kind='pdag')", "ValueError", "kind must be one of dag, cpdag, got 'pdag'; did you mean 'cpdag'?"),
        Row("graph-cycle", "a graph with a cycle", "to_dot([('a', 'b'), ('b', 'c'), ('c', 'a')])", "ValueError", "graph must be acyclic, got the cycle 'a' -> 'b' -> 'c' -> 'a'"),
        Row("undirected-graph", "a graph of networkx without directions", "to_dot(networkx.Graph([('a', 'b')]))", "ValueError", "graph must be a directed graph, got a Graph of networkx"),
        Row("sif", "a name that SIF cannot hold", "to_sif([('a\\tb', 'c')])", "ValueError", "nodes must not have tabs, line ends, blanks at the ends, or nothing at all to be written as SIF, got 'a\\tb': rename them"),
        Row("dagitty", "a name that dagitty cannot hold", 'to_dagitty([(\'a"b\', \'c\')])', "ValueError", 'nodes must not have quotation marks, backslashes, line ends or nothing at all to be written as dagitty, got \'a"b\': rename them'),
        Row("graphml", "a name that GraphML cannot hold", "to_graphml([('a\\x00', 'c')])", "ValueError", "nodes must not have half a character or a zero to be written as GraphML, got 'a\\x00': rename them"),
        Row("read-picture", "a picture", "read_graph('picture.png')", "ValueError", "path must end in one of .dot, .gv, .graphml, .gml, .sif, .json, .csv, .tsv, .txt, which tells the format, got 'picture.png'"),
        Row("read-renamed", "a picture that was renamed", "read_graph('picture.dot')", "ValueError", "the graph of 'picture.dot' must be text in UTF-8, got other bytes"),
        Row("read-data", "data in place of a graph", "read_graph('data.csv')", "ValueError", "the graph of 'data.csv' must have two columns, or columns named source and target, or be a square matrix of 0 and 1, got 61 lines of 4 columns"),
        Row("read-json", "JSON of something else", "read_graph('other.json')", "ValueError", 'the graph of \'other.json\' must be JSON of a graph, with "format": "dagbag.graph"'),
        Row("read-cut-json", "JSON that is cut short", "read_graph('cut.json')", "ValueError", "the graph of 'cut.json' must be JSON, got something else in line 1, column 8"),
        Row("read-html", "GraphML that is none", "read_graph('page.graphml')", "ValueError", "the graph of 'page.graphml' must be GraphML with one graph, got 0"),
        Row("read-dot", "a graph without directions", "read_graph('undirected.dot')", "ValueError", "the graph of 'undirected.dot' must be as dagbag.exchange writes it, got 'graph'"),
        Row("read-empty", "an empty file", "read_graph('empty.dot')", "ValueError", "the graph of 'empty.dot' must be a graph, got an empty file"),
        Row("read-missing", "a file that is not there", "read_graph('undirectd.dot')", "FileNotFoundError", "the graph of 'undirectd.dot' must be a file, got 'undirectd.dot', which is not there; did you mean 'undirected.dot'?"),
        Row("read-nodes", "other nodes than there are", "read_graph('good.csv', nodes=['age'])", "ValueError", "the graph of 'good.csv' must have the nodes that are given, got 'bmi' besides"),
        Row("json-text", "a text that is no JSON", "from_json('nope')", "ValueError", "text must be JSON, got something else in line 1, column 1"),
        Row("load-cut", "an ensemble that is cut short", "Ensemble.load('cut.npz')", "ValueError", "path must be a file that Ensemble.save wrote, got 'cut.npz': it is no archive of arrays, or damaged (File is not a zip file)"),
        Row("load-forged", "an ensemble with nodes that are not there", "Ensemble.load('forged.npz')", "ValueError", "path must be a file that Ensemble.save wrote, got 'forged.npz': replicate 0 has an edge (101, 100), but nodes are 0..3"),
        Row("load-other", "an archive of something else", "Ensemble.load('foreign.npz')", "ValueError", "path must be a file that Ensemble.save wrote, got 'foreign.npz': it has other arrays in it"),
        Row("load-missing", "an ensemble that is not there", "Ensemble.load('no.npz')", "FileNotFoundError", "path must be a file that Ensemble.save wrote, got 'no.npz', which does not exist"),
    )),
    Group("Files on the command line", "Exit status 2, and nothing is written.", (
        Row("learn-name", "a misspelled name", "dagbag learn dta.csv", 2, "dagbag learn: there is no file dta.csv; did you mean 'data.csv'?"),
        Row("learn-nothing", "a name that is empty", "dagbag learn ''", 2, "dagbag learn: DATA must be the name of a file or folder, got ''"),
        Row("learn-folder", "a folder", "dagbag learn folder", 2, "dagbag learn: folder must be a file, got the folder 'folder'"),
        Row("learn-picture", "a picture that was renamed", "dagbag learn picture.csv", 2, "dagbag learn: picture.csv must be CSV, TSV (also .gz), .parquet, .npy, .npz or .h5ad, got a picture"),
        Row("learn-binary", "a binary file", "dagbag learn binary.csv", 2, "dagbag learn: binary.csv must be text in UTF-8, got a binary file: save it as CSV"),
        Row("learn-empty", "an empty file", "dagbag learn empty.csv", 2, "dagbag learn: empty.csv must be a table, got an empty file"),
        Row("learn-blank", "a file of blank lines", "dagbag learn blank.csv", 2, "dagbag learn: blank.csv must be a table, got an empty file"),
        Row("learn-header", "names, and no rows", "dagbag learn header.csv", 2, "dagbag learn: header.csv must have rows of numbers, got only names"),
        Row("learn-one", "one row", "dagbag learn one.csv", 2, "dagbag learn: one.csv must have at least 3 rows, got 1: rows are observations, columns are nodes; was the table transposed?"),
        Row("learn-ragged", "a field too many in a line", "dagbag learn ragged.csv", 2, "dagbag learn: ragged.csv must have 4 fields in every line, as the first has, got 5 in line 6: look for separators within fields, which belong in quotation marks"),
        Row("learn-short", "a field too few in a line", "dagbag learn short.csv", 2, "dagbag learn: short.csv must have 4 fields in every line, as the first has, got 3 in line 6: look for separators within fields, which belong in quotation marks"),
        Row("learn-quote", "a quotation mark too many", "dagbag learn quote.csv", 2, "dagbag learn: quote.csv must be CSV, got a quotation mark in line 6 that is not closed, or closed before the end of its field: write two for one within a field"),
        Row("learn-latin", "Latin-1", "dagbag learn latin.csv", 2, "dagbag learn: latin.csv must be text in UTF-8, got other bytes in line 1: save it as UTF-8, or give its encoding, e.g. --encoding latin-1 for files of older programs"),
        Row("learn-utf16", "UTF-16 without a mark", "dagbag learn utf16.csv", 2, "dagbag learn: utf16.csv must be text, got UTF-16 without its mark: save it as UTF-8, or give --encoding utf-16-le"),
        Row("learn-encoding", "an unknown encoding", "dagbag learn latin.csv --encoding latin-99", 2, "dagbag learn: --encoding must be one that Python knows, got 'latin-99'"),
        Row("learn-commas", "commas of decimals or of thousands", "dagbag learn commas.csv", 2, "dagbag learn: commas.csv must have numbers that can be read in one way, got '1,234' in line 2, column 'a': give --decimal , or --decimal ."),
        Row("learn-text", "a column of text", "dagbag learn text.csv", 2, "dagbag learn: text.csv must have numeric columns, got text in 'sex': leave it out (--leave-out), or code it as numbers"),
        Row("learn-mixed", "a word among numbers", "dagbag learn mixed.csv", 2, "dagbag learn: mixed.csv must have numeric columns, got text in 'age' (first 'unknown' in row 4): leave it out (--leave-out), or code it as numbers"),
        Row("learn-dates", "a column of dates", "dagbag learn dates.csv", 2, "dagbag learn: dates.csv must have numeric columns, got dates or times in 'day': leave it out (--leave-out), or take a number from it that is not the order of rows, such as an age"),
        Row("learn-gaps", "a gap", "dagbag learn gaps.csv", 2, "dagbag learn: gaps.csv must be complete, got missing values (NaN): 1 in 'age' (1 of 60 rows, first 4): give --missing drop to leave the rows out, or fill the gaps in"),
        Row("learn-infinite", "an infinite value", "dagbag learn infinite.csv", 2, "dagbag learn: infinite.csv must be finite, got infinite values in 'age' (first in row 4): look for divisions by 0 and logarithms of 0; leave those rows or columns out"),
        Row("learn-twice", "a name that comes twice", "dagbag learn twice.csv", 2, "dagbag learn: twice.csv must have distinct column names, got 'bmi' twice: rename the columns, or leave one of each out"),
        Row("learn-separator", "a separator of two characters", "dagbag learn data.csv --sep ;;", 2, "dagbag learn: --sep must be one character, or 'tab', 'comma', 'semicolon', 'space', got ';;'"),
        Row("learn-index", "labels of rows in a column that is not there", "dagbag learn data.csv --index name", 2, "dagbag learn: --index must be a column of data.csv, got 'name'; did you mean 'age'?"),
        Row("learn-decimal", "an unknown mark of decimals", "dagbag learn data.csv --decimal x", 2, "dagbag learn: --decimal must be one of '.', ',', got 'x'"),
        Row("learn-excel", "a file of Excel", "dagbag learn data.xlsx", 2, "dagbag learn: data.xlsx must be CSV, TSV (also .gz), .parquet, .npy, .npz or .h5ad, got an Excel or zip file: save it as CSV"),
        Row("learn-r", "a file of R", "dagbag learn data.rds", 2, "dagbag learn: data.rds must be CSV, TSV (also .gz), .parquet, .npy, .npz or .h5ad, got a file of R: save it as CSV, with write.csv"),
        Row("learn-pdf", "a PDF file", "dagbag learn data.pdf", 2, "dagbag learn: data.pdf must be CSV, TSV (also .gz), .parquet, .npy, .npz or .h5ad, got a PDF file: save the table in it as CSV"),
        Row("learn-page", "a web page", "dagbag learn page.csv", 2, "dagbag learn: page.csv must be CSV, TSV (also .gz), .parquet, .npy, .npz or .h5ad, got a web page: download the file itself"),
        Row("learn-gz", "a packed file that is cut short", "dagbag learn cut.csv.gz", 2, "dagbag learn: cut.csv.gz must be a file packed by gzip, got one that is cut short"),
        Row("learn-parquet", "a parquet file that is cut short", "dagbag learn cut.parquet", 2, "dagbag learn: cut.parquet must be a parquet file, got 'cut.parquet', which is damaged or cut short"),
        Row("learn-npz", "an archive that is cut short", "dagbag learn cut.npz", 2, "dagbag learn: cut.npz must be an archive of one array as numpy.savez writes it, got 'cut.npz', which is none"),
        Row("learn-npy", "an array with pickled objects", "dagbag learn pickle.npy", 2, "dagbag learn: pickle.npy must be an array of numbers as numpy.save writes it, got 'pickle.npy', which is none"),
        Row("learn-cube", "an array of three dimensions", "dagbag learn cube.npy", 2, "dagbag learn: cube.npy must have shape (n, p), got (4, 4, 4)"),
        Row("learn-stdin", "an empty pipe", "dagbag learn - < empty.csv", 2, "dagbag learn: stdin must be a table, got nothing"),
        Row("check-folder", "the check of a folder", "dagbag check folder", 2, "dagbag check: folder must be a file, got the folder 'folder'"),
    )),
    Group("Options on the command line", "Exit status 2, and nothing is written.", (
        Row("command", "a misspelled command", "dagbag lern data.csv", 2, "dagbag: there is no command 'lern'; did you mean 'learn'?"),
        Row("command-unknown", "an unknown command", "dagbag frobnicate", 2, "dagbag: there is no command 'frobnicate'; dagbag --help lists them"),
        Row("help", "help on a misspelled command", "dagbag help lern", 2, "dagbag: there is no command 'lern'; did you mean 'learn'?"),
        Row("option", "a misspelled option", "dagbag learn data.csv --nboot 5", 2, "dagbag learn: there is no option --nboot; did you mean '--n-boot'?"),
        Row("option-unknown", "an unknown option", "dagbag learn data.csv --zzz", 2, "dagbag learn: there is no option --zzz; see dagbag learn --help"),
        Row("option-of-python", "an argument that is no option", "dagbag learn data.csv --checkpoint file", 2, "dagbag learn: there is no option --checkpoint; see dagbag learn --help"),
        Row("no-data", "no data", "dagbag learn", 2, "dagbag learn: the following arguments are required: DATA; see dagbag learn --help"),
        Row("two-files", "two files", "dagbag learn data.csv text.csv", 2, "dagbag learn: 'text.csv' is one argument too many; see dagbag learn --help"),
        Row("no-value", "an option without its value", "dagbag learn data.csv --cutoff", 2, "dagbag learn: --cutoff needs one argument; see dagbag learn --help"),
        Row("cutoff-percent-option", "percent", "dagbag learn data.csv --cutoff 50", 2, "dagbag learn: --cutoff must be a number from 0 to below 1, got 50.0; 50% is 0.5"),
        Row("cutoff-sign", "percent with a sign", "dagbag learn data.csv --cutoff 50%", 2, "dagbag learn: --cutoff must be a number or auto or stability, got '50%'"),
        Row("cutoff-comma", "a decimal comma", "dagbag learn data.csv --cutoff 0,5", 2, "dagbag learn: --cutoff must be a number or auto or stability, got '0,5'"),
        Row("cutoff-misspelled", "a misspelled cutoff", "dagbag learn data.csv --cutoff stabilty", 2, "dagbag learn: --cutoff must be a number or auto or stability, got 'stabilty'; did you mean 'stability'?"),
        Row("seed-text", "a seed in words", "dagbag learn data.csv --seed one", 2, "dagbag learn: --seed must be a whole number of at least 0, got 'one'"),
        Row("seed-large", "a seed that is too large", "dagbag learn data.csv --seed 99999999999", 2, "dagbag learn: --seed must be an integer between -2147483647 and 2147483647, got 99999999999"),
        Row("n-boot-option", "a negative number of resamples", "dagbag learn data.csv --n-boot -5", 2, "dagbag learn: --n-boot must be a whole number of at least 0, got '-5'"),
        Row("n-boot-odd", "an odd number of halves", "dagbag learn data.csv --n-boot 5 --resample pairs", 2, "dagbag learn: --n-boot must be even with --resample pairs, which draws resamples two by two, got 5"),
        Row("bound-bootstrap", "a bound that the bootstrap has not", "dagbag learn data.csv --cutoff stability --resample bootstrap", 2, 'dagbag learn: --resample must be "auto", "pairs" or "subsample" with --cutoff stability, whose bound is one of subsamples, got \'bootstrap\''),
        Row("learner-option", "a misspelled search", "dagbag learn data.csv --learner bos", 2, "dagbag learn: --learner must be one of auto, boss, xges, hill_climbing, got 'bos'; did you mean 'boss'?"),
        Row("score-option", "a misspelled score", "dagbag learn data.csv --score bicc", 2, "dagbag learn: --score must be a number or bic or aic or ebic or gic or bge or likelihood, got 'bicc'; did you mean 'bic'?"),
        Row("score-negative-option", "a negative score", "dagbag learn data.csv --score -1", 2, "dagbag learn: --score must be the name of a score or a penalty of at least 0, got -1.0"),
        Row("penalty-option", "a negative penalty", "dagbag learn data.csv --penalty -2", 2, "dagbag learn: --penalty must be a finite number above 0, got -2.0"),
        Row("max-parents-option", "a number in words", "dagbag learn data.csv --max-parents few", 2, "dagbag learn: --max-parents must be auto or a whole number of at least 0, got 'few'"),
        Row("memory-option", "deltas from somewhere else", "dagbag learn data.csv --memory disk", 2, "dagbag learn: --memory must be one of auto, cross-products, data, got 'disk'"),
        Row("memory-of-boss", "a search that has no deltas from the data", "dagbag learn data.csv --memory data", 2, "dagbag learn: --memory must be 'auto' or 'cross-products' with learner 'boss', which has no search from the data, got 'data'; --learner hill_climbing has one"),
        Row("n-jobs-option", "workers in words", "dagbag learn data.csv --n-jobs all", 2, "dagbag learn: --n-jobs must be a whole number other than 0, got 'all'"),
        Row("missing-option", "an unknown word", "dagbag learn data.csv --missing fill", 2, "dagbag learn: --missing must be one of error, drop, got 'fill'"),
        Row("output-nothing", "a folder without a name", "dagbag learn data.csv -o ''", 2, "dagbag learn: -o/--output must be the name of a file or folder, got ''"),
        Row("output-file", "a file in place of the folder", "dagbag learn data.csv -o file.txt", 2, "dagbag learn: -o must be a folder, and file.txt is a file"),
        Row("output-below-file", "a folder below a file", "dagbag learn data.csv -o file.txt/out", 2, "dagbag learn: file.txt/out: Not a directory"),
        Row("output-other-run", "the folder of another run", "dagbag learn data.csv --n-boot 2 -o run", 2, "dagbag learn: run is the folder of another run (n-boot 3, not 2); take another one, or --force to overwrite it"),
        Row("output-other", "a folder with other files of these names", "dagbag learn data.csv -o other", 2, "dagbag learn: other has edges.csv of something else; take another folder, or --force to overwrite"),
        Row("config-setting", "a misspelled setting", "dagbag learn --config setting.json", 2, "dagbag learn: setting.json: there is no setting 'nboot'; did you mean 'n_boot'?"),
        Row("config-key", "a setting in the wrong place", "dagbag learn --config key.json", 2, 'dagbag learn: key.json: there is no key \'n_boot\': write it within "settings"'),
        Row("config-value", "a list in place of a number", "dagbag learn --config value.json", 2, "dagbag learn: value.json: cutoff must be a number or a word, got [0.5]"),
        Row("config-toml", "TOML", "dagbag learn --config run.toml", 2, "dagbag learn: run.toml must be JSON, as dagbag learn writes it, got something else in line 1, column 1"),
        Row("config-cut", "JSON that is cut short", "dagbag learn --config cut.json", 2, "dagbag learn: cut.json must be JSON, as dagbag learn writes it, got something else in line 1, column 8"),
        Row("config-other", "JSON of something else", "dagbag learn --config other.json", 2, 'dagbag learn: other.json must have "settings", as run.json of dagbag learn has'),
        Row("config-moved", "data that are gone", "dagbag learn --config moved.json", 2, "dagbag learn: moved.json names the data gone.csv, which are not there"),
        Row("config-no-data", "no data in it", "dagbag learn --config nodata.json", 2, "dagbag learn: nodata.json names no data: give DATA, too"),
        Row("knowledge-file", "a file that is not there", "dagbag learn data.csv --knowledge typ.txt", 2, "dagbag learn: there is no file typ.txt; did you mean 'typo.txt'?"),
        Row("knowledge-section", "a misspelled section", "dagbag learn data.csv --knowledge section.txt", 2, "dagbag learn: knowledge of section.txt: line 3: sections are groups, tiers, required, forbidden, allowed, roots, leaves, got 'forbiden'; did you mean 'forbidden'?"),
        Row("knowledge-name", "a misspelled name", "dagbag learn data.csv --knowledge typo.txt", 2, "dagbag learn: knowledge of typo.txt: line 2: roots: 'agee' is no node; did you mean 'age'?"),
        Row("tiers-node", "a node in two tiers", "dagbag learn data.csv --tiers tiers.txt", 2, "dagbag learn: knowledge: tiers: 'bmi' is in tier 1 and in tier 2"),
        Row("tiers-empty", "an empty file of tiers", "dagbag learn data.csv --tiers blank.csv", 2, "dagbag learn: --tiers must be a file of tiers, got none in blank.csv"),
        Row("tiers-sections", "sections where there are none", "dagbag learn data.csv --tiers section.txt", 2, "dagbag learn: --tiers must be a file without sections, got some in section.txt: --knowledge section.txt reads them"),
        Row("required-line", "an edge without an arrow", "dagbag learn data.csv --required noarrow.txt", 2, "dagbag learn: --required noarrow.txt: line 2: an edge needs '->', or '--' for both directions"),
        Row("required-cycle", "a cycle of required edges", "dagbag learn data.csv --required cycle.txt", 2, "dagbag learn: knowledge: required edges form the cycle 'age' -> 'bmi' -> 'age'"),
        Row("required-forbidden", "edges that are required and forbidden", "dagbag learn data.csv --required edges.txt --forbidden edges.txt", 2, "dagbag learn: knowledge: required 'age' -> 'bmi' is forbidden, too"),
        Row("forbidden-picture", "a picture", "dagbag learn data.csv --forbidden picture.png", 2, "dagbag learn: --forbidden must be a text file, got 'picture.png', which is not in UTF-8; save it as UTF-8 text"),
    )),
    Group("What follows on the command line", "Exit status 2, and nothing is written.", (
        Row("aggregate-cut", "an ensemble that is cut short", "dagbag aggregate cut.npz", 2, "dagbag aggregate: 'cut.npz' must be an ensemble, as dagbag learn writes it: it is no archive of arrays, or damaged (File is not a zip file)"),
        Row("aggregate-forged", "an ensemble with nodes that are not there", "dagbag aggregate forged.npz", 2, "dagbag aggregate: 'forged.npz' must be an ensemble, as dagbag learn writes it: replicate 0 has an edge (101, 100), but nodes are 0..3"),
        Row("aggregate-other", "an archive of something else", "dagbag aggregate foreign.npz", 2, "dagbag aggregate: 'foreign.npz' must be an ensemble, as dagbag learn writes it: it has other arrays in it"),
        Row("aggregate-folder", "a folder without an ensemble", "dagbag aggregate folder", 2, "dagbag aggregate: folder is a folder without ensemble.npz; dagbag learn -o folder writes one there"),
        Row("aggregate-percent", "percent", "dagbag aggregate run --cutoff 80", 2, "dagbag aggregate: --cutoff must be a number from 0 to below 1, got 80.0; 80% is 0.8"),
        Row("aggregate-format", "an unknown extension", "dagbag aggregate run -o graph.xls", 2, "dagbag aggregate: -o must end in one of .dot, .gv, .graphml, .gml, .sif, .json, .csv, .tsv, .txt, .png, .svg, .pdf, which tells the format, got 'graph.xls'"),
        Row("aggregate-nowhere", "a folder that is not there", "dagbag aggregate run -o nowhere/graph.dot", 2, "dagbag aggregate: nowhere/graph.dot: its folder does not exist"),
        Row("aggregate-there", "a folder with results", "dagbag aggregate run -o run", 2, "dagbag aggregate: run has edges.csv, graph.dot, graph.graphml, graph.json already; take another folder"),
        Row("aggregate-bound", "a bound that the bootstrap has not", "dagbag aggregate run --cutoff stability", 2, "dagbag aggregate: the replicates must be subsamples, but bootstrap resamples share rows; learn an ensemble with --resample pairs"),
        Row("effects-nodes", "a graph of other nodes", "dagbag effects data.csv others.csv", 2, "dagbag effects: the nodes of others.csv must be columns of the data, got 'sbp'"),
        Row("effects-picture", "a picture in place of a graph", "dagbag effects data.csv picture.png", 2, "dagbag effects: the graph of 'picture.png' must be CSV, TSV, .npy or parquet, got a picture"),
        Row("effects-no-graph", "a folder without a graph", "dagbag effects data.csv folder", 2, "dagbag effects: folder is a folder without a graph; dagbag learn -o folder writes one there"),
        Row("effects-missing", "no graph", "dagbag effects data.csv", 2, "dagbag effects: the following arguments are required: GRAPH; see dagbag effects --help"),
        Row("effects-percent", "percent", "dagbag effects data.csv run --level 95", 2, "dagbag effects: --level must be a number between 0 and 1, got 95.0"),
        Row("effects-table", "a misspelled table", "dagbag effects data.csv run --table tot", 2, "dagbag effects: --table must be one of edges, nodes, total, got 'tot'; did you mean 'total'?"),
        Row("effects-ensemble", "data in place of an ensemble", "dagbag effects data.csv run --ensemble data.csv", 2, "dagbag effects: 'data.csv' must be an ensemble, as dagbag learn writes it: it is no archive of arrays, or damaged (File is not a zip file)"),
        Row("compare-json", "JSON of something else", "dagbag compare run other.json", 2, 'dagbag compare: the graph of \'other.json\' must be JSON of a graph, with "format": "dagbag.graph"'),
        Row("compare-data", "data in place of a graph", "dagbag compare run data.csv", 2, "dagbag compare: the graph of 'data.csv' must have two columns, or columns named source and target, or be a square matrix of 0 and 1, got 61 lines of 4 columns"),
        Row("compare-gap", "an edge without a target", "dagbag compare run halfedge.csv", 2, "dagbag compare: the graph of 'halfedge.csv' must have a source and a target for every edge, got nothing"),
        Row("compare-one", "one graph", "dagbag compare run", 2, "dagbag compare: the following arguments are required: B; see dagbag compare --help"),
        Row("simulate-nodes", "nodes in words", "dagbag simulate --p ten", 2, "dagbag simulate: --p must be a whole number of at least 1, got 'ten'"),
        Row("simulate-edges", "more edges than pairs", "dagbag simulate --p 5 --n-edges 100 -o made", 2, "dagbag simulate: --n-edges must be an integer between 0 and 10, got 100"),
        Row("simulate-graph", "a misspelled graph", "dagbag simulate --graph Tre -o made", 2, "dagbag simulate: --graph must be one of Empty, Tree, Sparse, Dense, Large, Extra-large, Ultra-large, or a file, got 'Tre'; did you mean 'Tree'?"),
        Row("simulate-noise", "an unknown noise", "dagbag simulate --noise bad -o made", 2, "dagbag simulate: --noise must be 'normal', 't(df)' with df > 2, 'gamma(shape, scale)' with both above 0, or a function, got 'bad'"),
        Row("accuracy-learner", "an unknown learner", "dagbag accuracy --learners nope", 2, "dagbag accuracy: --learners must be one of hc, boss, xges, mmhc..., got 'nope'"),
        Row("completion-shell", "an unknown shell", "dagbag completion fishy", 2, "dagbag completion: SHELL must be one of bash, zsh, fish, got 'fishy'; did you mean 'fish'?"),
        Row("study-table", "a table that is not there", "dagbag study nope", 2, "dagbag study: TABLE must be tables, or all, or list, got 'nope'"),
        Row("migrate-missing", "a script that is not there", "dagbag migrate none.R", 2, "dagbag migrate: none.R: No such file or directory"),
    )),
)
# fmt: on
ROWS = [row for group in GALLERY for row in group.rows]


# What the calls find


def made_data() -> pd.DataFrame:
    values = np.random.default_rng(1).standard_normal((60, 4))
    values[:, 1] += values[:, 0]
    values[:, 3] += values[:, 1] + values[:, 2]
    return pd.DataFrame(values.round(3), columns=["age", "bmi", "crp", "il6"])


X = made_data()
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def text_files() -> dict[str, str]:
    table = X.to_csv(index=False, lineterminator="\n")
    lines = table.splitlines()

    def with_line(number: int, line: str) -> str:
        return "\n".join([*lines[: number - 1], line, *lines[number:]]) + "\n"

    def with_column(name: str, cell: str) -> str:
        return "\n".join([f"{lines[0]},{name}", *(f"{line},{cell}" for line in lines[1:])]) + "\n"

    rest = lines[5].partition(",")[2]
    return {
        "data.csv": table,
        "empty.csv": "",
        "blank.csv": "\n \n\n",
        "header.csv": lines[0] + "\n",
        "one.csv": "\n".join(lines[:2]) + "\n",
        "ragged.csv": with_line(6, lines[5] + ",7"),
        "short.csv": with_line(6, rest),
        "quote.csv": with_line(6, '"' + lines[5]),
        "commas.csv": 'a,b\n"1,234",5\n"2,345",6\n"3,456",4\n',
        "text.csv": with_column("sex", "f"),
        "dates.csv": with_column("day", "2020-01-31"),
        "mixed.csv": with_line(6, "unknown," + rest),
        "gaps.csv": with_line(6, "NA," + rest),
        "infinite.csv": with_line(6, "inf," + rest),
        "twice.csv": table.replace("crp", "bmi", 1),
        "data.pdf": "%PDF-1.4\n",
        "page.csv": "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n",
        "file.txt": "mine\n",
        "other/edges.csv": "mine\n",
        "section.txt": "[required]\nage -> bmi\n[forbiden]\nage -> crp\n",
        "lines.txt": "[required]\nage bmi\n[tiers]\nage,,bmi\n",
        "edges.txt": "age -> bmi\n",
        "noarrow.txt": "age -> bmi\nage crp\n",
        "cycle.txt": "age -> bmi\nbmi -> age\n",
        "typo.txt": "[roots]\nagee\n",
        "tiers.txt": "age, bmi\nbmi, crp\n",
        "other.json": '{"a": 1}\n',
        "cut.json": '{"a": 1',
        "setting.json": '{"settings": {"nboot": 5}, "data": {"file": "data.csv"}}\n',
        "key.json": '{"settings": {}, "n_boot": 5, "data": {"file": "data.csv"}}\n',
        "value.json": '{"settings": {"cutoff": [0.5]}, "data": {"file": "data.csv"}}\n',
        "moved.json": '{"settings": {}, "data": {"file": "gone.csv"}}\n',
        "nodata.json": '{"settings": {}}\n',
        "run.toml": "n_boot = 5\n",
        "page.graphml": "<html></html>\n",
        "undirected.dot": "graph { a -- b }\n",
        "empty.dot": "",
        "good.csv": "source,target\nage,bmi\n",
        "others.csv": "source,target\nage,sbp\n",
        "halfedge.csv": "source,target\nage,\n",
    }


def write_files(folder: Path, ensemble: Ensemble) -> None:
    for name, text in text_files().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "folder").mkdir()
    table = text_files()["data.csv"]
    ensemble.save(folder / "whole.npz")
    X.to_parquet(folder / "whole.parquet")
    with np.load(folder / "whole.npz") as arrays:
        np.savez(folder / "forged.npz", **{**arrays, "edges": arrays["edges"] + 100})
    np.savez(folder / "foreign.npz", a=np.zeros(3))
    np.save(folder / "pickle.npy", np.array([[{}]], dtype=object))
    np.save(folder / "cube.npy", np.zeros((4, 4, 4)))
    for whole, cut in (("whole.npz", "cut.npz"), ("whole.parquet", "cut.parquet")):
        content = (folder / whole).read_bytes()
        (folder / cut).write_bytes(content[: len(content) // 2])
    with zipfile.ZipFile(folder / "data.xlsx", "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    contents = {
        "picture.png": PICTURE,
        "picture.csv": PICTURE,
        "picture.dot": PICTURE,
        "binary.csv": b"\x7fELF" + bytes(range(256)),
        "latin.csv": table.replace("age", "\u00e2ge").encode("latin-1"),
        "utf16.csv": table.encode("utf-16-le"),
        "latin.txt": "[roots]\n\u00e2ge\n".encode("latin-1"),
        "utf16.txt": "[roots]\nage\n".encode("utf-16"),
        "data.rds": gzip.compress(b"X\n\x00\x00\x00\x03" + bytes(50)),
        "cut.csv.gz": gzip.compress(table.encode())[:100],
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)


@contextlib.contextmanager
def within(folder: Path):
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class World:
    """A folder with the files, and what the calls name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        fitted = DAGBag(4, random_state=1, n_jobs=1).fit(X)
        write_files(folder, fitted.ensemble_)
        self.names: dict[str, Any] = {
            **{"np": np, "pd": pd, "pl": pl, "pa": pa, "scipy": scipy, "networkx": networkx},
            **{"DAGBag": DAGBag, "Knowledge": Knowledge, "Ensemble": Ensemble, "BOSS": BOSS},
            **{"check_data": check_data, "read_graph": read_graph, "from_json": from_json},
            **{"to_dot": to_dot, "to_sif": to_sif, "to_dagitty": to_dagitty},
            **{"order_sensitivity": order_sensitivity, "score_graph": score_graph},
            **{"to_graphml": to_graphml, "write_graph": write_graph},
            **{"X": X, "fitted": fitted, "pickled": pickle.loads(pickle.dumps(fitted))},
        }
        learned = ["learn", "data.csv", "--n-boot", "3", "--n-jobs", "1", "-o", "run"]
        assert self._command(learned)[0] == 0

    def files(self) -> dict[str, bytes]:
        found = sorted(self.folder.rglob("*"))
        return {str(path): path.read_bytes() for path in found if path.is_file()}

    def said(self, call: str) -> tuple[str | int, str]:
        """Do something wrong: how it ended, and what was said."""
        words, _, redirected = call.partition(" < ")
        if words.startswith("dagbag "):
            stdin = self.folder / (redirected or "empty.csv")
            status, out, err = self._command(shlex.split(words)[1:], stdin.read_bytes())
            assert out == ""
            return status, err.rstrip("\n")
        with within(self.folder):
            try:
                eval(words, dict(self.names))
            except Exception as error:
                check_shown(error)
                return type(error).__name__, str(error)
        return "nothing", ""

    def _command(self, words: list[str], stdin: bytes = b"") -> tuple[int, str, str]:
        out, err, before = io.StringIO(), io.StringIO(), sys.stdin
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
        try:
            with (
                within(self.folder),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(err),
            ):
                status = main(words)
        finally:
            sys.stdin = before
        return status, out.getvalue(), err.getvalue()


def check_shown(error: Exception) -> None:
    """A traceback has one exception in it, which this package raised.

    But for what goes wrong in a learner of the user's own, who needs to see where.
    """
    if not isinstance(error, RuntimeError):
        assert error.__cause__ is None
        assert error.__context__ is None or error.__suppress_context__
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    assert where is not None
    raised = Path(where.tb_frame.f_code.co_filename)
    assert raised.is_relative_to(Path(dagbag.__file__).parent)


def fits(says: str, said: str) -> bool:
    """Whether a message is that of a row."""
    pattern = ".*".join(map(re.escape, says.split("...")))
    return re.fullmatch(pattern, said, flags=re.DOTALL) is not None


# The page

BEFORE = """\
# When it refuses

What is wrong with a call or a file is told before anything is learned, in one message: which argument, option
or file, the rule, what came, and what to do. Each line of these tables is a test, and the page is written by
`python tests/test_gallery.py`; `...` stands for what differs between machines.

![How many messages are tested, by what is wrong](images/refusals.svg)
"""


def as_cell(text: str) -> str:
    """A line of code in a table."""
    ticks = "``" if "`" in text else "`"
    return f"{ticks}{text}{ticks}".replace("|", r"\|")


def page() -> str:
    parts = [BEFORE]
    for group in GALLERY:
        lines = [f"## {group.title}", "", group.before, "", "| what was done | what it says |"]
        lines.append("| --- | --- |")
        for row in group.rows:
            kind = "" if isinstance(row.ends, int) else f"{row.ends}: "
            shown = "<br>".join(map(as_cell, f"{kind}{row.says}".split("\n")))
            lines.append(f"| {row.what}<br>{as_cell(row.call)} | {shown} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


# Tests


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return World(tmp_path_factory.mktemp("gallery"))


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_is_wrong_has_one_message(world, row):
    before = world.files()
    ends, said = world.said(row.call)
    assert (ends, said) == (row.ends, row.says) or (ends == row.ends and fits(row.says, said))
    lines = said.split("\n")
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= LONGEST
    assert "Traceback" not in said
    assert "internal error" not in said
    assert " object at 0x" not in said
    assert world.files() == before


def test_the_kinds_are_those_of_messages():
    """Others are what Python says of a mistake in this package."""
    told = {"TypeError", "ValueError", "RuntimeError", "FileNotFoundError"}
    told |= {"NotFittedError", "KnowledgeError", "NoBoundError", "DataWarning"}
    assert {row.ends for row in ROWS} == told | {WRONG}


def test_the_gallery_is_large_and_names_each_row_once():
    assert len({row.name for row in ROWS}) == len(ROWS) >= 250
    assert len({row.call for row in ROWS}) == len(ROWS)


def test_the_page_has_the_rows():
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_page_shows_how_many_there_are(tmp_path):
    from drawings import bars  # of tools, which a script in tests does not see

    counts = {group.title: len(group.rows) for group in GALLERY}
    picture = bars("Messages that are tested, by what is wrong", counts)
    (tmp_path / "refusals.svg").write_text(picture, encoding="utf-8")
    check_pictures(PAGE, tmp_path)


def test_what_is_no_message_of_a_row_is_told_apart():
    assert fits("X must be ..., got 3", "X must be a\nb, got 3")
    assert not fits("X must be ..., got 3", "X must be less, got 4")
    assert not fits("X (1)", "X 1")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
