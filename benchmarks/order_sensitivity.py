"""How much answers depend on the order of the columns, before and after bagging.

``python benchmarks/order_sensitivity.py``, ``--n-orders 5 --n-boot 20 --graphs 1`` for a look

The same rows and seeds in every order, so that only the order differs; with "seed" the columns
stand as given, and only the seed differs. Between all two orders, in the mean:

edges      of an answer
SHD        structural Hamming distance of the DAGs, a reversed edge counts 2
CPDAG      pairs of nodes that the CPDAGs join differently
pairs      part of the pairs of nodes that any order joins and all do
arrows     the same of arrows

Random graphs have 50 nodes and 75 edges; their numbers are means over the graphs. The diabetes data
are scikit-learn's, if it is there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import pandas as pd

from dagbag import load_example, order_sensitivity
from dagbag._input.words import counted
from dagbag.simulate import linear_mechanism, random_dag

P, EDGES = 50, 75


def data_sets(graphs: int) -> Iterator[tuple[str, list[Any]]]:
    yield "load_example(), n=102, p=102", [load_example().Y]
    try:
        from sklearn.datasets import load_diabetes
    except ImportError:
        pass
    else:
        yield "diabetes, n=442, p=11", [load_diabetes(as_frame=True).frame]
    mechanisms = [linear_mechanism(random_dag(P, EDGES, seed=k), seed=k) for k in range(graphs)]
    for n in (100, 1000):
        name = f"{counted(graphs, 'random graph')}, n={n}, p={P}"
        yield name, [mechanism.sample(n, seed=1) for mechanism in mechanisms]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--n-orders", type=int, default=20)
    parser.add_argument("--n-boot", type=int, default=100)
    parser.add_argument("--graphs", type=int, default=3)
    parser.add_argument("--n-jobs", type=int, default=None)
    given = parser.parse_args()
    for name, sets in data_sets(given.graphs):
        tables = [
            order_sensitivity(
                Y,
                given.n_orders,
                n_boot=given.n_boot,
                seeds=True,
                seed=1,
                n_jobs=given.n_jobs,
                progress=False,
            ).to_frame()
            for Y in sets
        ]
        both = pd.concat(tables)
        mean = both.groupby(["procedure", "varied"], sort=False).mean(numeric_only=True)
        print(f"\n{name}\n\n| | varied | edges | SHD | CPDAG | pairs | arrows |")
        print("|---|---|---:|---:|---:|---:|---:|")
        for (procedure, varied), row in mean.iterrows():
            if varied == "seed" and procedure == "HillClimbing":
                continue  # which draws nothing
            print(
                f"| {procedure} | {varied} | {row['edges']:.1f} | {row['shd_mean']:.1f} | "
                f"{row['cpdag_mean']:.1f} | {row['common_pairs']:.0%} | "
                f"{row['common_arrows']:.0%} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
