// How often each pair of nodes is joined: dagbag/_dag/counts.py in the page.

import { type Aggregation, bytesOf, doubles, varints } from "./content";

/** Counts of the pairs that some DAG joins, the lower node first. */
export class PairCounts {
  readonly n: number;
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly counts: Float64Array; // of low -> high and high -> low, pair by pair
  readonly compelled: Float64Array | null; // likewise
  private readonly barred: Uint8Array | null;
  private readonly index = new Map<number, number>();

  constructor(
    readonly given: Aggregation,
    readonly p: number,
  ) {
    const { pairs } = given;
    this.n = pairs.n;
    const steps = varints(pairs.keys, pairs.n);
    this.low = new Int32Array(pairs.n);
    this.high = new Int32Array(pairs.n);
    let key = 0;
    for (let k = 0; k < pairs.n; k++) {
      key += steps[k];
      this.low[k] = key % p;
      this.high[k] = Math.floor(key / p);
      this.index.set(key, k);
    }
    this.counts = pairs.whole ? varints(pairs.counts, 2 * pairs.n) : doubles(pairs.counts);
    this.compelled = pairs.compelled === null ? null : varints(pairs.compelled, 2 * pairs.n);
    this.barred = pairs.barred === null ? null : bytesOf(pairs.barred);
  }

  /** The place of a direction in `counts`; -1 if no DAG joins the two nodes. */
  at(source: number, target: number): number {
    const up = source < target;
    const key = up ? target * this.p + source : source * this.p + target;
    const k = this.index.get(key);
    return k === undefined ? -1 : 2 * k + (up ? 0 : 1);
  }

  count(source: number, target: number): number {
    const k = this.at(source, target);
    return k < 0 ? 0 : this.counts[k];
  }

  compelledCount(source: number, target: number): number {
    const k = this.at(source, target);
    return k < 0 || this.compelled === null ? 0 : this.compelled[k];
  }

  isBarred(source: number, target: number): boolean {
    const k = this.at(source, target);
    return k >= 0 && this.isBarredAt(k);
  }

  isBarredAt(k: number): boolean {
    return this.barred !== null && ((this.barred[k >> 3] >> (k & 7)) & 1) === 1;
  }

  /** sf + (1 - alpha / 2) sf of the reverse, rounded in R's order. */
  gsf(count: number, reverse: number, alpha: number): number {
    const n = this.given.n_boot;
    return count / n + ((1 - alpha / 2) * reverse) / n;
  }

  strength(source: number, target: number): number {
    return (this.count(source, target) + this.count(target, source)) / this.given.n_boot;
  }
}
