"""An ensemble made into one DAG: counts, the greedy pass, the exact answer, the table."""
