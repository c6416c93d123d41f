# Functions that users' scripts take from the original's namespace.

y.stand <- function(Y) {
  Y <- as_matrix(Y, "Y")
  standardized <- ask("y.stand", list(Y = Y))
  dimnames(standardized) <- dimnames(Y)
  standardized
}

result_skeleton <- function(adj, true.ske) {
  ask("result_skeleton", list(
    adj = as_matrix(adj, "adj"), true.ske = as_matrix(true.ske, "true.ske")
  ))
}

move_adj <- function(p, movement) {
  movement <- as_matrix(movement, "movement")
  storage.mode(movement) <- "integer"
  ask("move_adj", list(p = as_value(p), movement = movement))
}
