// The graph: drawn as SVG, to be zoomed, dragged, clicked and walked through by keys.

import { drag } from "d3-drag";
import { select } from "d3-selection";
import { type D3ZoomEvent, zoom, zoomIdentity } from "d3-zoom";
import type { Edge } from "./classes";
import { byId, counted, h, s, say } from "./dom";
import type { Change, Model } from "./model";
import { neighborhood, pathOf, route, type Scene, wholeScene } from "./scene";

const CLASSES = [
  "directed",
  "undirected",
  "disputed",
  "correct",
  "reversed",
  "extra",
  "missing",
] as const;
const LABELS: Record<string, string> = {
  directed: "arrow",
  undirected: "direction not told",
  disputed: "arrow that more replicates compel the other way",
  correct: "correct",
  reversed: "reversed",
  extra: "extra",
  missing: "missing",
};
const MOST_NEIGHBORS = 150; // nodes of a neighbourhood
const READABLE = 0.42; // of the zoom, from which on names are shown

/** Whether a gesture is for the graph: one finger scrolls the page, also where the graph fills it. */
function wanted(event: Event): boolean {
  if (event.type.startsWith("touch")) return (event as TouchEvent).touches.length > 1;
  const { ctrlKey, button } = event as MouseEvent; // as d3 has it: the wheel, and the main button
  return (!ctrlKey || event.type === "wheel") && !button;
}

interface Line {
  edge: Edge;
  kind: string;
  headed: boolean;
  dashed: boolean;
  width: number;
}

export class GraphView {
  private readonly svg = byId<SVGSVGElement>("graph");
  private readonly root = s("g");
  private readonly edgeLayer = s("g", { class: "edges" });
  private readonly nodeLayer = s("g", { class: "nodes" });
  private readonly whole: Scene;
  private scene: Scene;
  private nodes = new Map<number, SVGGElement>();
  private lines = new Map<number, { line: Line; visible: SVGPathElement; hit: SVGPathElement }>();
  private readonly zooming = zoom<SVGSVGElement, unknown>();
  private walked = -1; // the node that the keyboard is at
  private radius = 1;

  constructor(private readonly model: Model) {
    this.whole = wholeScene(model.content.drawing, model.reported.edges, model.p);
    this.scene = this.whole;
    this.svg.append(this.markers(), this.root);
    this.root.append(this.edgeLayer, this.nodeLayer);
    this.zooming
      .scaleExtent([0.02, 6])
      .filter((event: Event) => wanted(event))
      .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => this.zoomed(event));
    select(this.svg).call(this.zooming).on("dblclick.zoom", null);
    const ours = (event: TouchEvent): void => {
      if (event.touches.length > 1) event.preventDefault(); // or the page would scroll under them
    };
    this.svg.addEventListener("touchstart", ours, { passive: false, capture: true });
    this.svg.addEventListener("click", (event) => {
      if (event.target === this.svg) model.choose(null);
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    byId("zoom-in").addEventListener("click", () => this.scaleBy(1.4));
    byId("zoom-out").addEventListener("click", () => this.scaleBy(1 / 1.4));
    byId("fit").addEventListener("click", () => this.fit());
    byId("all").addEventListener("click", () => this.showAll());
    byId("wider").addEventListener("click", () => this.focusOn(this.radius + 1));
    new ResizeObserver(() => this.resized()).observe(this.svg);
    addEventListener("beforeprint", () => this.fillPaper());
    addEventListener("afterprint", () => this.backToScreen());
    model.listen((change) => this.changed(change));
    this.drawNodes();
    this.drawEdges();
    this.fit();
  }

  private width = 0;

  private resized(): void {
    const { width } = this.svg.getBoundingClientRect();
    if (this.width === 0 || Math.abs(width - this.width) > 0.25 * this.width) this.fit();
    this.width = width;
  }

  // What is drawn

  private markers(): SVGDefsElement {
    const defs = s("defs");
    for (const kind of CLASSES) {
      const [wide, high] = kind === "extra" ? [7, 5] : [9, 7];
      defs.append(
        s(
          "marker",
          {
            id: `head-${kind}`,
            class: `head ${kind}`,
            viewBox: "0 0 10 10",
            refX: 9.5,
            refY: 5,
            markerWidth: wide,
            markerHeight: high,
            markerUnits: "userSpaceOnUse",
            preserveAspectRatio: "none",
            orient: "auto",
          },
          s("path", { d: "M0 0L10 5L0 10L2.5 5z" }),
        ),
      );
    }
    return defs;
  }

  private drawNodes(): void {
    const { scene, model } = this;
    this.nodeLayer.replaceChildren();
    this.nodes = new Map();
    const { width, height } = scene;
    for (const [node, place] of scene.places) {
      const lines = place.lines.map((text, k) =>
        s("text", { y: 14 * (k - (place.lines.length - 1) / 2), dy: "0.34em" }, text),
      );
      const group = s(
        "g",
        {
          class: "node",
          role: "button",
          tabindex: -1,
          transform: `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`,
          "data-node": node,
        },
        s("title", {}, model.name(node)),
        s("rect", { x: -width / 2, y: -height / 2, width, height, rx: Math.min(6, height / 3) }),
        ...lines,
      );
      group.addEventListener("click", () => {
        this.walked = node;
        model.choose({ node });
      });
      group.addEventListener("focus", () => {
        this.walked = node;
        group.setAttribute("aria-label", this.described(node));
      });
      this.nodes.set(node, group);
      this.nodeLayer.append(group);
    }
    const first = this.nodes.keys().next();
    if (!first.done) this.nodes.get(this.nodes.has(this.walked) ? this.walked : first.value)!
      .setAttribute("tabindex", "0");
    select(this.nodeLayer)
      .selectAll<SVGGElement, unknown>("g.node")
      .call(
        drag<SVGGElement, unknown>()
          .clickDistance(4)
          .on("start", function () {
            this.classList.add("dragged");
          })
          .on("drag", (event: { dx: number; dy: number; sourceEvent: Event }) => this.dragged(event))
          .on("end", function () {
            this.classList.remove("dragged");
          }),
      );
  }

  private dragged(event: { dx: number; dy: number }): void {
    const group = this.nodeLayer.querySelector<SVGGElement>(".dragged");
    if (group === null) return;
    this.moveNode(Number(group.dataset.node), event.dx, event.dy);
  }

  moveNode(node: number, dx: number, dy: number): void {
    const place = this.scene.places.get(node);
    if (place === undefined) return;
    place.x += dx;
    place.y += dy;
    place.moved = true;
    this.nodes
      .get(node)!
      .setAttribute("transform", `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`);
    for (const { line, visible, hit } of this.lines.values()) {
      if (line.edge[0] !== node && line.edge[1] !== node) continue;
      const path = pathOf(route(this.scene, ...line.edge, this.model.p));
      visible.setAttribute("d", path);
      hit.setAttribute("d", path);
    }
  }

  private drawEdges(): void {
    const { model, scene } = this;
    const wanted = new Map<number, Line>();
    for (const line of this.linesToDraw()) {
      const [a, b] = line.edge;
      if (scene.places.has(a) && scene.places.has(b)) wanted.set(b * model.p + a, line);
    }
    for (const [key, { visible, hit }] of this.lines) {
      if (!wanted.has(key)) {
        visible.remove();
        hit.remove();
        this.lines.delete(key);
      }
    }
    for (const [key, line] of wanted) {
      let drawn = this.lines.get(key);
      if (drawn === undefined) {
        const path = pathOf(route(scene, ...line.edge, model.p));
        const [a, b] = line.edge;
        const visible = s("path", { d: path });
        const hit = s(
          "path",
          { d: path, class: "hit", "data-source": a, "data-target": b },
          s("title", {}, `${model.name(a)} → ${model.name(b)}`),
        );
        hit.addEventListener("click", () => model.choose({ edge: line.edge }));
        this.edgeLayer.append(visible, hit);
        drawn = { line, visible, hit };
        this.lines.set(key, drawn);
      }
      drawn.line = line;
      drawn.visible.setAttribute(
        "class",
        `edge ${line.kind}${line.dashed ? " dashed" : ""}${line.headed ? "" : " headless"}`,
      );
      drawn.visible.style.setProperty("--w", line.width.toFixed(2));
      if (line.headed) drawn.visible.setAttribute("marker-end", `url(#head-${line.kind})`);
      else drawn.visible.removeAttribute("marker-end");
    }
    this.svg.classList.toggle("many", wanted.size > 600);
    this.mark();
    this.legend(wanted.size);
  }

  /** The edges of the answer by class, and those that are missing of what it is compared with. */
  private linesToDraw(): Line[] {
    const { model } = this;
    const { edges } = model.answer;
    const strengths = edges.map(([a, b]) => model.counts?.strength(a, b) ?? 0);
    const largest = strengths.reduce((a, b) => Math.max(a, b), 0) || 1;
    const thinned = Math.min(1, Math.sqrt((1.5 * model.p) / Math.max(edges.length, 1)));
    const found = edges.map((edge, k): Line => {
      const headed = model.headed(k);
      const doubt = model.disputed[k] && headed;
      const plain = !headed ? "undirected" : doubt ? "disputed" : "directed";
      const kind = model.compared?.of[k] ?? plain;
      const base = kind === "correct" || kind === "reversed" ? 1.7 : 1.4;
      const part = model.counts === null ? 1 : 0.35 + 1.45 * (strengths[k] / largest) ** 2;
      // What is too much is looked for, and mostly weak: it is never thinner than can be seen.
      const least = kind === "extra" ? 0.9 : 0;
      return { edge, kind, headed, dashed: doubt, width: Math.max(base * part * thinned, least) };
    });
    for (const edge of model.compared?.missing ?? []) {
      found.push({ edge, kind: "missing", headed: true, dashed: false, width: 1.1 * thinned });
    }
    return found;
  }

  private legend(nDrawn: number): void {
    const { model } = this;
    const lines = this.linesToDraw();
    const entries = CLASSES.map((kind) => {
      const n = lines.filter((line) => line.kind === kind).length;
      if (n === 0) return null;
      const swatch = s(
        "svg",
        { width: 30, height: 10, "aria-hidden": "true" },
        s("path", {
          d: "M1 5H28",
          class: `edge ${kind}${kind === "disputed" ? " dashed" : ""}`,
          "marker-end": kind === "undirected" ? null : `url(#head-${kind})`,
        }),
      );
      swatch.querySelector("path")!.style.setProperty("--w", "1.6");
      return h("li", {}, swatch, `${LABELS[kind]} (${n.toLocaleString("en")})`);
    });
    const measured = model.counts !== null && lines.length > 0;
    const thick = measured ? h("li", {}, "wider lines: stronger edges") : null;
    const hidden = lines.length - nDrawn;
    const why = this.scene.whole ? "too many to be drawn at once" : "elsewhere in the graph";
    const note = hidden > 0 ? h("li", {}, `${counted(hidden, "edge")} not drawn: ${why}`) : null;
    byId("legend").replaceChildren(
      ...[...entries, thick, note].filter((each): each is HTMLLIElement => each !== null),
    );
    const view = byId("reduced");
    view.hidden = this.scene.whole && !model.content.drawing.reduced;
    view.textContent = this.scene.whole
      ? `Reduced view: the ${this.scene.places.size} nodes of the strongest edges. ` +
        "Search or pick a node to see its neighbourhood."
      : `Neighbourhood of ${this.focusName()}: ${counted(this.scene.places.size, "node")}.`;
  }

  // What is chosen

  private changed(change: Change): void {
    if (change !== "chosen") {
      if (!this.scene.whole && change === "answer") this.focusOn(this.radius, false);
      else this.drawEdges();
      return;
    }
    const { chosen } = this.model;
    if (chosen !== null) {
      const ends = "node" in chosen ? [chosen.node] : chosen.edge;
      // What is not drawn is shown among its neighbours; in a reduced view every node is, as some
      // of its neighbours are not drawn.
      const partly = this.model.content.drawing.reduced && "node" in chosen;
      if (partly || ends.some((node) => !this.scene.places.has(node))) this.focusOn(1);
    }
    this.mark();
  }

  private mark(): void {
    const { chosen, compared } = this.model;
    const ends = chosen === null ? [] : "node" in chosen ? [chosen.node] : chosen.edge;
    const near = new Set<number>(ends);
    this.svg.classList.toggle("picked", chosen !== null);
    for (const { line, visible } of this.lines.values()) {
      const [a, b] = line.edge;
      const isNear =
        chosen !== null &&
        ("node" in chosen
          ? a === chosen.node || b === chosen.node
          : (a === ends[0] && b === ends[1]) || (a === ends[1] && b === ends[0]));
      visible.classList.toggle("near", isNear);
      if (isNear && (line.kind !== "missing" || compared !== null)) {
        near.add(a);
        near.add(b);
      }
    }
    for (const [node, group] of this.nodes) {
      group.classList.toggle("near", near.has(node));
      group.classList.toggle("chosen", ends.includes(node));
    }
  }

  private focusName(): string {
    const { chosen } = this.model;
    if (chosen === null) return "the last choice";
    return "node" in chosen
      ? this.model.name(chosen.node)
      : chosen.edge.map((node) => this.model.name(node)).join(" and ");
  }

  private focused: number[] = [];

  /** Show only what is near the chosen node or edge. */
  focusOn(radius: number, anew = true): void {
    const { chosen } = this.model;
    if (anew && chosen !== null) {
      this.focused = "node" in chosen ? [chosen.node] : [...chosen.edge];
    }
    if (this.focused.length === 0) return;
    this.radius = radius;
    this.scene = neighborhood(
      this.focused,
      radius,
      this.linesToDraw().map((line) => line.edge),
      this.model.content.nodes,
      MOST_NEIGHBORS,
    );
    this.redraw();
    say(`Neighbourhood of ${this.focusName()}: ${counted(this.scene.places.size, "node")}`);
  }

  showAll(): void {
    this.scene = this.whole;
    this.redraw();
  }

  private redraw(): void {
    this.edgeLayer.replaceChildren();
    this.lines = new Map();
    this.drawNodes();
    this.drawEdges();
    byId<HTMLButtonElement>("all").hidden = this.scene.whole;
    byId<HTMLButtonElement>("wider").hidden = this.scene.whole;
    this.fit();
  }

  // Zooming

  private zoomed(event: D3ZoomEvent<SVGSVGElement, unknown>): void {
    const { k } = event.transform;
    this.root.setAttribute("transform", event.transform.toString());
    this.svg.classList.toggle("far", k < READABLE);
    this.svg.classList.toggle("very-far", k < READABLE / 2);
  }

  private bounds(): [number, number, number, number] {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { x, y } of this.scene.places.values()) {
      left = Math.min(left, x - this.scene.width / 2);
      right = Math.max(right, x + this.scene.width / 2);
      top = Math.min(top, y - this.scene.height / 2);
      bottom = Math.max(bottom, y + this.scene.height / 2);
    }
    if (this.edgeLayer.childElementCount > 0) {
      const edges = this.edgeLayer.getBBox(); // some lead around the boxes
      left = Math.min(left, edges.x);
      right = Math.max(right, edges.x + edges.width);
      top = Math.min(top, edges.y);
      bottom = Math.max(bottom, edges.y + edges.height);
    }
    return Number.isFinite(left) ? [left, top, right, bottom] : [0, 0, 1, 1];
  }

  fit(): void {
    const [left, top, right, bottom] = this.bounds();
    const { width, height } = this.svg.getBoundingClientRect();
    if (width === 0) return;
    const margin = 24;
    const k = Math.min(
      (width - margin) / Math.max(right - left, 1),
      (height - margin) / Math.max(bottom - top, 1),
      1.4,
    );
    const x = width / 2 - (k * (left + right)) / 2;
    const y = height / 2 - (k * (top + bottom)) / 2;
    select(this.svg).call(this.zooming.transform, zoomIdentity.translate(x, y).scale(k));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  private onScreen: [string | null, string | null] = [null, null]; // frame and place, while printing

  /** The whole of what is drawn, as large as the paper lets it be. */
  private fillPaper(): void {
    const [left, top, right, bottom] = this.bounds();
    const margin = 4;
    this.onScreen = [this.svg.getAttribute("viewBox"), this.root.getAttribute("transform")];
    this.root.removeAttribute("transform");
    this.svg.setAttribute(
      "viewBox",
      `${left - margin} ${top - margin} ${right - left + 2 * margin} ${bottom - top + 2 * margin}`,
    );
  }

  private backToScreen(): void {
    const [frame, place] = this.onScreen;
    if (frame !== null) this.svg.setAttribute("viewBox", frame);
    if (place !== null) this.root.setAttribute("transform", place);
  }

  /** Bring a node to the middle, near enough to be read. */
  center(node: number): void {
    const place = this.scene.places.get(node);
    if (place === undefined) return;
    const { width, height } = this.svg.getBoundingClientRect();
    const now = /scale\(([^)]+)\)/.exec(this.root.getAttribute("transform") ?? "");
    const k = Math.max(Number(now?.[1] ?? 1), 0.8);
    const moved = zoomIdentity.translate(width / 2 - k * place.x, height / 2 - k * place.y).scale(k);
    select(this.svg).call(this.zooming.transform, moved);
  }

  private scaleBy(factor: number): void {
    select(this.svg).call(this.zooming.scaleBy, factor);
  }

  // Keys

  private described(node: number): string {
    const into = this.model.answer.edges.filter(([, b]) => b === node).length;
    const out = this.model.answer.edges.filter(([a]) => a === node).length;
    return `${this.model.name(node)}: ${counted(into, "edge")} into it, ${out} out of it`;
  }

  private key(event: KeyboardEvent): void {
    const ways: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const way = ways[event.key];
    if (way !== undefined) this.walk(way);
    else if (event.key === "Enter" || event.key === " ") {
      if (this.nodes.has(this.walked)) this.model.choose({ node: this.walked });
    } else if (event.key === "Escape") this.model.choose(null);
    else if (event.key === "+" || event.key === "=") this.scaleBy(1.4);
    else if (event.key === "-") this.scaleBy(1 / 1.4);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  /** Go to the nearest node in a direction. */
  private walk([right, down]: [number, number]): void {
    const from = this.scene.places.get(this.walked);
    let best = this.walked;
    let nearest = Infinity;
    for (const [node, { x, y }] of this.scene.places) {
      if (from === undefined) {
        best = node;
        break;
      }
      const [across, up] = [x - from.x, y - from.y];
      const ahead = across * right + up * down;
      const aside = Math.abs(across * down + up * right);
      if (node === this.walked || ahead <= 0) continue;
      const cost = ahead + 3 * aside;
      if (cost < nearest) [best, nearest] = [node, cost];
    }
    const group = this.nodes.get(best);
    if (group === undefined) return;
    this.nodes.get(this.walked)?.setAttribute("tabindex", "-1");
    group.setAttribute("tabindex", "0");
    group.focus({ preventScroll: true });
    const box = group.getBoundingClientRect();
    const frame = this.svg.getBoundingClientRect();
    const outside =
      box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
    if (outside) this.center(best);
  }
}
