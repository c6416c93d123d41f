// What is shown: the reported result, or the answer to other settings; and what is chosen in it.

import { type Answer, aggregate, pairsOf, type Setting } from "./aggregate";
import { type Compared, compare, type Edge, settled } from "./classes";
import type { Content } from "./content";
import { PairCounts } from "./counts";

export type Chosen = { node: number } | { edge: Edge } | null;
export type Change = "answer" | "view" | "chosen";

export interface EdgeFacts {
  source: number;
  target: number;
  selected: boolean;
  head: boolean; // its direction is told by data, or by what was known
  known: boolean; // by what was known beforehand
  disputed: boolean;
  strength: number | null;
  sf: number | null;
  reverse: number | null;
  direction: number | null;
  gsf: number | null;
  compelled: number | null;
  reverseCompelled: number | null;
  undirected: number | null;
  effect: number | null; // its place among the effects
  relation: string;
}

export class Model {
  readonly p: number;
  readonly counts: PairCounts | null;
  readonly reported: Answer;
  setting: Setting | null;
  answer: Answer;
  heads: boolean[] = [];
  knownHeads: boolean[] = []; // those that were known beforehand
  disputed: boolean[] = [];
  compared: Compared | null = null;
  view: "class" | "dag" = "class";
  against = -1; // the comparison that is shown
  chosen: Chosen = null;
  private readonly listeners: ((change: Change) => void)[] = [];
  private readonly effectOf = new Map<number, number>();
  private place = new Map<number, number>(); // of an edge in the answer

  constructor(readonly content: Content) {
    this.p = content.nodes.length;
    const given = content.aggregation;
    this.counts = given === null ? null : new PairCounts(given, this.p);
    this.setting =
      given === null ? null : { alpha: given.alpha, kind: given.kind, cutoff: given.cutoff };
    this.reported = {
      edges: pairsOf(content.result.edges),
      cyclic: given === null ? [] : pairsOf(given.cyclic),
      score: given === null ? Number.NaN : given.score,
      optimal: given?.optimal ?? false,
      converged: given?.converged ?? true,
    };
    this.answer = this.reported;
    if (content.effects !== null) {
      pairsOf(content.effects.edges).forEach(([s, t], k) => this.effectOf.set(t * this.p + s, k));
    }
    this.against = content.comparisons.length ? 0 : -1;
    this.derive();
  }

  name(node: number): string {
    return this.content.nodes[node];
  }

  listen(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  get isReported(): boolean {
    return this.answer === this.reported;
  }

  /** Aggregate again; the reported result is what it is, also if it is not the greedy one. */
  set(setting: Setting): void {
    if (this.counts === null) return;
    const given = this.counts.given;
    this.setting = setting;
    const same =
      setting.alpha === given.alpha &&
      setting.kind === given.kind &&
      setting.cutoff === given.cutoff;
    this.answer = same ? this.reported : aggregate(this.counts, setting);
    this.derive();
    this.tell("answer");
  }

  look(view: "class" | "dag", against: number): void {
    this.view = view;
    this.against = against;
    this.derive();
    this.tell("view");
  }

  choose(chosen: Chosen): void {
    this.chosen = chosen;
    this.tell("chosen");
  }

  facts(source: number, target: number): EdgeFacts {
    const key = target * this.p + source;
    const at = this.place.get(key);
    const counts = this.counts;
    const found: EdgeFacts = {
      source,
      target,
      selected: at !== undefined,
      head: at !== undefined && this.heads[at],
      known: at !== undefined && this.knownHeads[at],
      disputed: at !== undefined && this.disputed[at],
      strength: null,
      sf: null,
      reverse: null,
      direction: null,
      gsf: null,
      compelled: null,
      reverseCompelled: null,
      undirected: null,
      effect: this.effectOf.get(key) ?? null,
      relation: at !== undefined && this.compared !== null ? this.compared.of[at] : "",
    };
    if (counts === null || this.setting === null) return found;
    const n = counts.given.n_boot;
    const [there, back] = [counts.count(source, target), counts.count(target, source)];
    found.sf = there / n;
    found.reverse = back / n;
    found.strength = (there + back) / n;
    found.direction = there + back > 0 ? there / (there + back) : null;
    found.gsf = counts.gsf(there, back, this.setting.alpha);
    if (counts.compelled !== null) {
      const told = counts.compelledCount(source, target);
      const other = counts.compelledCount(target, source);
      found.compelled = told / n;
      found.reverseCompelled = other / n;
      found.undirected = (there + back - told - other) / n;
    }
    return found;
  }

  get anyKnown(): boolean {
    return this.knownHeads.some(Boolean);
  }

  /** The edges that close a cycle not just with their own reverse. */
  get cyclicWithOthers(): Edge[] {
    return this.answer.cyclic.filter(([a, b]) => !this.place.has(a * this.p + b));
  }

  /** Whether an arrow is drawn with a head. */
  headed(k: number): boolean {
    return this.view === "dag" || this.heads[k];
  }

  private derive(): void {
    const { edges } = this.answer;
    this.place = new Map(edges.map(([s, t], k) => [t * this.p + s, k]));
    const known = this.known();
    this.heads = settled(edges, known, this.p);
    this.knownHeads = known ?? edges.map(() => false);
    const counts = this.counts;
    this.disputed = edges.map(
      ([s, t]) =>
        counts !== null &&
        counts.compelled !== null &&
        counts.compelledCount(t, s) > counts.compelledCount(s, t),
    );
    const other = this.content.comparisons[this.against];
    const heads = edges.map((_, k) => this.headed(k));
    this.compared =
      other === undefined ? null : compare(edges, heads, pairsOf(other.edges), this.p);
  }

  /** The edges whose direction was known: whitelisted, or with a blacklisted reverse. */
  private known(): boolean[] | null {
    const { edges } = this.answer;
    if (this.isReported) {
      const known = new Set(this.content.result.known);
      return known.size ? edges.map((_, k) => known.has(k)) : null;
    }
    const counts = this.counts;
    if (counts === null) return null;
    const fixed = new Set(pairsOf(counts.given.fixed).map(([s, t]) => t * this.p + s));
    return edges.map(([s, t]) => fixed.has(t * this.p + s) || counts.isBarred(t, s));
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}
