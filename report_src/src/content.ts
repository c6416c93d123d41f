// The document of dagbag/_report/content.py, and its packed numbers.

export interface Pairs {
  n: number;
  keys: string;
  counts: string;
  whole: boolean;
  least: number;
  compelled: string | null;
  barred: string | null;
}

export type Kind = "strength" | "gsf" | "threshold";

export interface Aggregation {
  n_boot: number;
  counted: boolean;
  constant: number;
  alpha: number;
  kind: Kind;
  cutoff: number;
  max_step: number;
  method: string;
  fixed: number[];
  places: string | null;
  pairs: Pairs;
  cyclic: number[];
  score: number;
  optimal: boolean;
  converged: boolean;
  false_edges: number | null;
  false_edges_note: string;
}

export interface Drawing {
  reduced: boolean;
  how: "layered" | "force";
  box: [number, number];
  font: number;
  nodes: number[];
  lines: string[][];
  centers: [number, number][];
  routes: number[][];
}

export type Column = (number | null)[];

export interface Effects {
  edges: number[];
  coefficient: Column;
  se: Column;
  lower: Column;
  upper: Column;
  p_value: Column;
  standardized: Column;
  r_squared: Column;
  level: number;
  standardized_units: boolean;
  notes: string[];
}

export interface Replicates {
  n: number;
  converged: (boolean | null)[];
  steps: number[];
  edges: number[];
  most_parents: number[];
  distinct_rows: number[];
  rows: number | null;
  saturated: number[];
  constant: number[];
  collinear: number[];
  score: Column;
}

export interface Finding {
  severity: string;
  kind: string;
  message: string;
  action: string;
  remedy: string;
}

export interface Content {
  format: number;
  title: string;
  nodes: string[];
  result: { kind: string; edges: number[]; known: number[]; facts: string[] };
  aggregation: Aggregation | null;
  drawing: Drawing;
  effects: Effects | null;
  scatter: { rows: number; of: number; values: string } | null;
  comparisons: { name: string; edges: number[] }[];
  replicates: Replicates | null;
  cautions: string[];
  findings: Finding[] | null;
  origin: {
    calls: string[];
    choices: string[];
    versions: Record<string, string>;
    settings: Record<string, string>;
    graph: string;
    knowledge: string;
  };
}

export function bytesOf(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; k++) bytes[k] = binary.charCodeAt(k);
  return bytes;
}

/** Whole numbers of seven bits a byte, the lowest first. */
export function varints(text: string, n: number): Float64Array {
  const bytes = bytesOf(text);
  const found = new Float64Array(n);
  let at = 0;
  for (let k = 0; k < n; k++) {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 127) * factor;
      if (byte < 128) break;
      factor *= 128;
    }
    found[k] = value;
  }
  return found;
}

export function doubles(text: string): Float64Array {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / 8 }, (_, k) => view.getFloat64(8 * k, true));
}

export function singles(text: string): Float32Array {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, k) => view.getFloat32(4 * k, true));
}
