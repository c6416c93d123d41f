// score_shd in the page: dagbag/_aggregate/greedy.py and its kernel, number by number.

import type { Kind } from "./content";
import { varints } from "./content";
import type { PairCounts } from "./counts";

export interface Setting {
  alpha: number;
  kind: Kind;
  cutoff: number; // of the strength or the gsf; for "threshold" R's threshold
}

export interface Answer {
  edges: [number, number][]; // by target, then source, with the whitelisted ones
  cyclic: [number, number][]; // refused as closing a cycle, in order
  score: number;
  optimal: boolean;
  converged: boolean;
}

interface Ranking {
  source: Int32Array;
  target: Int32Array;
  gsf: Float64Array;
}

const ADDED = 0;
const CYCLIC = 1;
const EXCLUDED = 2;

/** Descendants as bits, a row per node. */
class Closure {
  private readonly words: number;
  private readonly rows: Uint32Array;

  constructor(private readonly p: number) {
    this.words = (p + 31) >> 5;
    this.rows = new Uint32Array(p * this.words);
  }

  reaches(from: number, to: number): boolean {
    return ((this.rows[from * this.words + (to >> 5)] >>> (to & 31)) & 1) === 1;
  }

  add(source: number, target: number): void {
    const { words, rows } = this;
    if (this.reaches(source, target)) return; // an edge along a path adds nothing
    const from = target * words;
    for (let node = 0; node < this.p; node++) {
      if (node !== source && !this.reaches(node, source)) continue;
      if (this.reaches(node, target)) continue;
      const to = node * words;
      for (let w = 0; w < words; w++) rows[to + w] |= rows[from + w];
      rows[to + (target >> 5)] |= 1 << (target & 31);
    }
  }
}

export function aggregate(counts: PairCounts, setting: Setting): Answer {
  const { given, p } = counts;
  const ranking = rank(counts, setting);
  const fixed = pairsOf(given.fixed);
  const isFixed = new Set(fixed.map(([s, t]) => t * p + s));
  const m = ranking.source.length;
  const looked = Math.min(given.max_step, m);
  const excluded = (k: number): boolean =>
    counts.isBarred(ranking.source[k], ranking.target[k]) ||
    isFixed.has(ranking.target[k] * p + ranking.source[k]);
  const closure = new Closure(p);
  for (const [s, t] of fixed) closure.add(s, t);
  const decision = new Uint8Array(looked);
  const added: [number, number][] = [];
  const cyclic: [number, number][] = [];
  for (let k = 0; k < looked; k++) {
    const [s, t] = [ranking.source[k], ranking.target[k]];
    if (excluded(k)) {
      decision[k] = EXCLUDED;
    } else if (closure.reaches(t, s)) {
      decision[k] = CYCLIC;
      cyclic.push([s, t]);
    } else {
      decision[k] = ADDED;
      added.push([s, t]);
      closure.add(s, t);
    }
  }
  let converged = true;
  for (let k = looked; k < m && converged; k++) converged = excluded(k);
  const edges = [...fixed, ...added].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  return {
    edges,
    cyclic,
    score: scoreOf(counts, edges, setting.alpha),
    optimal: converged && isProved(ranking, decision, fixed, p),
    converged,
  };
}

/** Candidates by descending gsf, ties by the places of the target, then of the source. */
function rank(counts: PairCounts, setting: Setting): Ranking {
  const { given, p } = counts;
  const { alpha, kind, cutoff } = setting;
  const least = kind === "strength" ? 0 : kind === "gsf" ? cutoff : (1 - cutoff) / 2;
  const source: number[] = [];
  const target: number[] = [];
  const gsf: number[] = [];
  for (let k = 0; k < counts.n; k++) {
    const there = counts.counts[2 * k];
    const back = counts.counts[2 * k + 1];
    if (kind === "strength" && !((there + back) / given.n_boot > cutoff)) continue;
    for (let way = 0; way < 2; way++) {
      const count = way ? back : there;
      if (count === 0 && kind !== "threshold") continue; // R also takes what no DAG has
      const value = counts.gsf(count, way ? there : back, alpha);
      if (!(value > least)) continue;
      source.push(way ? counts.high[k] : counts.low[k]);
      target.push(way ? counts.low[k] : counts.high[k]);
      gsf.push(value);
    }
  }
  const places = given.places === null ? null : varints(given.places, p);
  const place = (node: number): number => (places === null ? node : places[node]);
  const order = Array.from(source.keys()).sort(
    (a, b) =>
      gsf[b] - gsf[a] ||
      place(target[a]) - place(target[b]) ||
      place(source[a]) - place(source[b]),
  );
  return {
    source: Int32Array.from(order, (k) => source[k]),
    target: Int32Array.from(order, (k) => target[k]),
    gsf: Float64Array.from(order, (k) => gsf[k]),
  };
}

/** Whether the greedy choice is known to be the best; see GreedyPass._is_proved. */
function isProved(
  ranking: Ranking,
  decision: Uint8Array,
  fixed: [number, number][],
  p: number,
): boolean {
  const worth = new Map<number, number>();
  let refused = 0;
  for (let k = 0; k < decision.length; k++) {
    if (decision[k] === ADDED) worth.set(ranking.target[k] * p + ranking.source[k], ranking.gsf[k]);
    if (decision[k] === CYCLIC) refused++;
  }
  if (refused <= 1) return true;
  for (const [s, t] of fixed) worth.set(t * p + s, Infinity);
  for (let k = 0; k < decision.length; k++) {
    if (decision[k] !== CYCLIC) continue;
    const other = worth.get(ranking.source[k] * p + ranking.target[k]);
    if (other === undefined || !(other >= ranking.gsf[k])) return false;
  }
  return true;
}

function scoreOf(counts: PairCounts, edges: [number, number][], alpha: number): number {
  const terms = edges.map(
    ([s, t]) => 1 - 2 * counts.gsf(counts.count(s, t), counts.count(t, s), alpha),
  );
  return exactSum(terms) + counts.given.constant;
}

/** The sum rounded once, as Python's math.fsum. */
export function exactSum(values: number[]): number {
  const partials: number[] = [];
  for (let x of values) {
    let kept = 0;
    for (let y of partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low !== 0) partials[kept++] = low;
      x = high;
    }
    partials.length = kept;
    partials.push(x);
  }
  let n = partials.length;
  if (n === 0) return 0;
  let high = partials[--n];
  let low = 0;
  while (n > 0) {
    const x = high;
    const y = partials[--n];
    high = x + y;
    low = y - (high - x);
    if (low !== 0) break;
  }
  // Half-way cases are rounded to even, which the rest below decides.
  if (n > 0 && ((low < 0 && partials[n - 1] < 0) || (low > 0 && partials[n - 1] > 0))) {
    const y = low * 2;
    const x = high + y;
    if (y === x - high) high = x;
  }
  return high;
}

export function pairsOf(flat: number[]): [number, number][] {
  const found: [number, number][] = [];
  for (let k = 0; k < flat.length; k += 2) found.push([flat[k], flat[k + 1]]);
  return found;
}
