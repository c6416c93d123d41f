library(testthat)
library(dagbag)

test_check("dagbag")
