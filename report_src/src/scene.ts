// Where nodes and edges are: as the library has placed them, or a neighbourhood placed here.

import { graphlib, layout } from "@dagrejs/dagre";
import type { Edge } from "./classes";
import type { Drawing } from "./content";
import { shortened } from "./dom";

export interface Place {
  x: number;
  y: number;
  lines: string[];
  moved: boolean;
}

export interface Scene {
  whole: boolean; // the library's picture; otherwise a neighbourhood
  how: "layered" | "force";
  width: number; // of every box
  height: number;
  places: Map<number, Place>;
  routes: Map<number, number[]>; // control points of the edges that bend
  placed: Set<number>; // the edges that nodes were placed by: nothing stands in their way
}

const FONT = 12; // pixels
const LONGEST = 22; // characters of a name in a neighbourhood
const PIXELS_PER_CHARACTER = 7;

export function wholeScene(drawing: Drawing, edges: Edge[], p: number): Scene {
  const pixels = FONT / drawing.font / 100; // of a hundredth of a unit
  const places = new Map<number, Place>();
  drawing.nodes.forEach((node, k) => {
    const [x, y] = drawing.centers[k];
    places.set(node, { x: x * pixels, y: y * pixels, lines: drawing.lines[k], moved: false });
  });
  const routes = new Map<number, number[]>();
  for (const [source, target, ...controls] of drawing.routes) {
    routes.set(target * p + source, controls.map((value) => value * pixels));
  }
  return {
    whole: true,
    how: drawing.how,
    width: drawing.box[0] * pixels,
    height: drawing.box[1] * pixels,
    places,
    routes,
    placed: new Set(edges.map(([a, b]) => b * p + a)),
  };
}

/** The nodes that are so many edges away from some, in layers from left to right. */
export function neighborhood(
  from: number[],
  radius: number,
  edges: Edge[],
  names: string[],
  most: number,
): Scene {
  const near = reached(from, radius, edges, most);
  const inside = edges.filter(([a, b]) => near.has(a) && near.has(b));
  const lines = new Map([...near].map((node) => [node, [shortened(names[node], LONGEST)]]));
  const longest = Math.max(...[...lines.values()].map(([text]) => text.length));
  const width = Math.max(40, 16 + PIXELS_PER_CHARACTER * longest);
  const height = 22;
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "LR", ranksep: 70, nodesep: 12, edgesep: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of near) graph.setNode(String(node), { width, height });
  for (const [a, b] of inside) graph.setEdge(String(a), String(b));
  layout(graph);
  const places = new Map<number, Place>();
  for (const node of near) {
    const { x, y } = graph.node(String(node)) as { x: number; y: number };
    places.set(node, { x, y, lines: lines.get(node)!, moved: false });
  }
  const p = names.length;
  const routes = new Map<number, number[]>();
  for (const [a, b] of inside) {
    // A point per layer in between, and one half-way between layers.
    const { points } = graph.edge(String(a), String(b)) as { points: { x: number; y: number }[] };
    const bends = points.slice(1, -1).filter((_, k) => k % 2 === 1);
    if (bends.length) routes.set(b * p + a, through([places.get(a)!, ...bends, places.get(b)!], width / 2));
  }
  const placed = new Set(inside.map(([a, b]) => b * p + a));
  return { whole: false, how: "layered", width, height, places, routes, placed };
}

/** Curves through places from left to right, level at each of them. */
function through(stops: { x: number; y: number }[], half: number): number[] {
  const last = stops.length - 1;
  const found = [stops[0].x + half, stops[0].y];
  for (let k = 1; k <= last; k++) {
    const [x, y] = found.slice(-2);
    const to = stops[k].x - (k === last ? half : 0);
    const middle = (x + to) / 2;
    found.push(middle, y, middle, stops[k].y, to, stops[k].y);
  }
  return found;
}

function reached(from: number[], radius: number, edges: Edge[], most: number): Set<number> {
  const near = new Set(from);
  for (let step = 0; step < radius; step++) {
    const border = new Set(near);
    for (const [a, b] of edges) {
      if (near.size >= most) break;
      if (border.has(a)) near.add(b);
      if (border.has(b)) near.add(a);
    }
  }
  return near;
}

/** The way of an edge as the control points of cubic curves; dagbag/_draw/routes.py. */
export function route(scene: Scene, source: number, target: number, p: number): number[] {
  const a = scene.places.get(source)!;
  const b = scene.places.get(target)!;
  if (!a.moved && !b.moved) {
    const kept = scene.routes.get(target * p + source);
    if (kept !== undefined) return kept;
    const back = scene.routes.get(source * p + target);
    if (back !== undefined) return reversed(back);
  }
  if (scene.how === "force") return straight(scene, a, b);
  const clear = scene.placed.has(target * p + source) || scene.placed.has(source * p + target);
  return curved(scene, a, b, clear && !a.moved && !b.moved);
}

function reversed(controls: number[]): number[] {
  const found: number[] = [];
  for (let k = controls.length - 2; k >= 0; k -= 2) found.push(controls[k], controls[k + 1]);
  return found;
}

function curved(scene: Scene, a: Place, b: Place, clear: boolean): number[] {
  const half = scene.width / 2;
  const run = b.x - a.x;
  if (Math.abs(run) < scene.width) {
    // Within a layer: leave and enter on the right.
    const unit = scene.height / 0.8;
    const reach = unit * (0.6 + 0.12 * Math.min(Math.abs(b.y - a.y) / unit, 12));
    const [x, to] = [a.x + half, b.x + half];
    return [x, a.y, x + reach, a.y, to + reach, b.y, to, b.y];
  }
  const flow = Math.sign(run);
  const level = !clear && Math.abs(b.y - a.y) < scene.height;
  const bow = level ? -Math.min(0.1 * Math.abs(run), 2.5 * scene.height) : 0;
  const [x, to] = [a.x + flow * half, b.x - flow * half];
  const middle = (x + to) / 2;
  return [x, a.y, middle, a.y + bow, middle, b.y + bow, to, b.y];
}

function straight(scene: Scene, a: Place, b: Place): number[] {
  const middle = [(a.x + b.x) / 2 + 0.08 * (b.y - a.y), (a.y + b.y) / 2 - 0.08 * (b.x - a.x)];
  const [x, y] = border(scene, a, middle);
  const [to, down] = border(scene, b, middle);
  return [
    x,
    y,
    (x + 2 * middle[0]) / 3,
    (y + 2 * middle[1]) / 3,
    (to + 2 * middle[0]) / 3,
    (down + 2 * middle[1]) / 3,
    to,
    down,
  ];
}

function border(scene: Scene, place: Place, towards: number[]): [number, number] {
  const way = [towards[0] - place.x, towards[1] - place.y];
  const beyond = Math.max(
    Math.abs(way[0]) / (scene.width / 2),
    Math.abs(way[1]) / (scene.height / 2),
    1,
  );
  return [place.x + way[0] / beyond, place.y + way[1] / beyond];
}

export function pathOf(controls: number[]): string {
  const at = (k: number): string => `${controls[k].toFixed(1)} ${controls[k + 1].toFixed(1)}`;
  let text = `M${at(0)}`;
  for (let k = 2; k < controls.length; k += 6) text += `C${at(k)} ${at(k + 2)} ${at(k + 4)}`;
  return text;
}
