"""What the learning procedures of `dagbag.learners` are made of."""
