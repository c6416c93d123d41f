// What data can tell of a DAG: dagbag/_dag/cpdag.py in the page; and how two graphs differ.

export type Edge = [number, number];

/** The edges with the same direction in every equivalent DAG that has the known ones. */
export function settled(edges: Edge[], known: boolean[] | null, p: number): boolean[] {
  const adjacent: Set<number>[] = Array.from({ length: p }, () => new Set());
  const parents: number[][] = Array.from({ length: p }, () => []);
  const told: Set<number>[] = Array.from({ length: p }, () => new Set()); // parents by settled edges
  for (const [s, t] of edges) {
    adjacent[s].add(t);
    adjacent[t].add(s);
    parents[t].push(s);
  }
  edges.forEach(([s, t], k) => {
    const collides = parents[t].some((other) => other !== s && !adjacent[s].has(other));
    if (collides || known?.[k]) told[t].add(s);
  });
  let left = edges.filter(([s, t]) => !told[t].has(s));
  for (let found = true; found; ) {
    const rest = left.filter(([a, b]) => {
      if (!follows(a, b, adjacent, told)) return true;
      told[b].add(a);
      return false;
    });
    found = rest.length < left.length;
    left = rest;
  }
  return edges.map(([s, t]) => told[t].has(s));
}

/** Whether one of the rules of Meek (1995) directs the line between a and b from a to b. */
function follows(a: number, b: number, adjacent: Set<number>[], told: Set<number>[]): boolean {
  for (const c of told[a]) if (!adjacent[b].has(c)) return true;
  let beside: number[] | null = null;
  for (const c of told[b]) {
    if (told[c].has(a)) return true;
    if (!adjacent[a].has(c)) continue;
    // Two lines from a to parents of b that are not adjacent.
    if (!told[a].has(c)) {
      beside ??= [];
      if (beside.some((d) => !adjacent[d].has(c))) return true;
      beside.push(c);
    }
    for (const d of told[c]) {
      if (adjacent[a].has(d) && !adjacent[b].has(d) && !told[a].has(d) && !told[d].has(a)) {
        return true;
      }
    }
  }
  return false;
}

export type Relation = "correct" | "undirected" | "reversed" | "extra" | "missing";

export interface Compared {
  of: Relation[]; // of each edge
  missing: Edge[];
}

/** How each edge stands to another graph, whose undirected edges stand in both directions. */
export function compare(edges: Edge[], heads: boolean[], other: Edge[], p: number): Compared {
  const there = new Set(other.map(([s, t]) => t * p + s));
  const here = new Set(edges.map(([s, t]) => t * p + s));
  const of = edges.map(([s, t], k): Relation => {
    const same = there.has(t * p + s);
    const back = there.has(s * p + t);
    if (!same && !back) return "extra";
    if (!heads[k] || (same && back)) return "undirected";
    return same ? "correct" : "reversed";
  });
  const missing = other.filter(
    ([s, t]) =>
      !here.has(t * p + s) && !here.has(s * p + t) && (s < t || !there.has(s * p + t)),
  );
  return { of, missing };
}
