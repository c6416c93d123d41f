// Small charts: strengths, the paths of alpha and the cutoff, replicates, a scatter plot.

import { h, s } from "./dom";

const WIDTH = 420;
const HEIGHT = 190;
const LEFT = 46;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 34;

interface Axis {
  low: number;
  high: number;
  ticks: number[];
  label: string;
  text?: (value: number) => string;
}

class Frame {
  readonly svg: SVGSVGElement;

  constructor(
    private readonly across: Axis,
    private readonly up: Axis,
    describe: string,
  ) {
    this.svg = s("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "chart",
      role: "img",
      "aria-label": describe,
    });
    for (const tick of up.ticks) {
      const y = this.y(tick);
      this.svg.append(
        s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }),
        s("text", { class: "tick", x: LEFT - 6, y, dy: "0.32em", "text-anchor": "end" }, this.text(up, tick)),
      );
    }
    for (const tick of across.ticks) {
      const x = this.x(tick);
      this.svg.append(
        s("text", { class: "tick", x, y: HEIGHT - BOTTOM + 14, "text-anchor": "middle" }, this.text(across, tick)),
      );
    }
    this.svg.append(
      s("line", {
        class: "axis",
        x1: LEFT,
        x2: WIDTH - RIGHT,
        y1: HEIGHT - BOTTOM,
        y2: HEIGHT - BOTTOM,
      }),
      s("text", { class: "label", x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, across.label),
    );
  }

  x(value: number): number {
    const { low, high } = this.across;
    return LEFT + ((WIDTH - LEFT - RIGHT) * (value - low)) / (high - low || 1);
  }

  y(value: number): number {
    const { low, high } = this.up;
    return HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (value - low)) / (high - low || 1);
  }

  private text(axis: Axis, value: number): string {
    return axis.text === undefined ? plain(value) : axis.text(value);
  }
}

function plain(value: number): string {
  return Math.abs(value) >= 1e5 ? value.toExponential(0) : String(Number(value.toPrecision(6)));
}

/** Round numbers between two, about so many. */
export function niceTicks(low: number, high: number, about = 4): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const power = 10 ** Math.floor(Math.log10(span / about));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => span / k <= about) ?? 10 * power;
  const found: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high * (1 + 1e-9) + 1e-12; k++) {
    found.push(Number((k * step).toPrecision(10)));
  }
  return found;
}

/** How many pairs have each strength, on a scale in which single ones can be seen. */
export function strengthChart(strengths: Float64Array, cutoff: number | null): SVGSVGElement {
  const bins = 20;
  const counts = new Array<number>(bins).fill(0);
  for (const value of strengths) counts[Math.min(bins - 1, Math.max(0, Math.ceil(value * bins - 1e-9) - 1))]++;
  const tall = (n: number): number => Math.log10(1 + n);
  const largest = Math.max(1, ...counts);
  const ticks = [0, 1, 10, 100, 1000, 10000, 100000, 1000000].filter(
    (n) => n <= 1.2 * largest && !(n === 1 && largest > 200), // no room for it beside 0
  );
  const frame = new Frame(
    { low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1], label: "strength of a pair of nodes" },
    {
      low: 0,
      high: tall(largest) * 1.05,
      ticks: ticks.map(tall),
      label: "",
      text: (value) => String(Math.round(10 ** value - 1)),
    },
    `Histogram of ${strengths.length} strengths`,
  );
  counts.forEach((n, k) => {
    const [x, y] = [frame.x(k / bins), frame.y(tall(n))];
    const above = cutoff === null || k / bins >= cutoff - 1e-9;
    frame.svg.append(
      s(
        "rect",
        {
          class: above ? "bar above" : "bar",
          x: x + 0.75,
          y,
          width: frame.x(1 / bins) - frame.x(0) - 1.5,
          height: Math.max(0, frame.y(0) - y),
        },
        s("title", {}, `${n} pairs with a strength above ${k / bins} to ${(k + 1) / bins}`),
      ),
    );
  });
  if (cutoff !== null) frame.svg.append(rule(frame, cutoff));
  return frame.svg;
}

function rule(frame: Frame, at: number): SVGLineElement {
  const x = frame.x(at);
  return s("line", { class: "rule", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM });
}

export interface Point {
  x: number;
  y: number;
  open: boolean; // nothing is proved
}

/** The number of edges along a path; where one is now is marked. */
export function pathChart(
  { all, told, right }: Record<"all" | "told" | "right", Point[]>,
  label: string,
  now: number,
  pick: (x: number) => void,
): SVGSVGElement {
  const xs = all.map((point) => point.x);
  const most = Math.max(1, ...all.map((point) => point.y));
  const frame = new Frame(
    { low: Math.min(...xs), high: Math.max(...xs), ticks: niceTicks(Math.min(...xs), Math.max(...xs)), label },
    { low: 0, high: most * 1.08, ticks: niceTicks(0, most), label: "" },
    `Number of edges by ${label}: ${all.map(({ x, y }) => `${plain(x)}: ${y}`).join(", ")}`,
  );
  if (now >= xs[0] && now <= xs[xs.length - 1]) frame.svg.append(rule(frame, now));
  const draw = (each: Point[], kind: string): void => {
    const path = each.map(({ x, y }, k) => `${k ? "L" : "M"}${frame.x(x)} ${frame.y(y)}`).join("");
    frame.svg.append(s("path", { class: `line ${kind}`, d: path }));
    for (const { x, y, open } of each) {
      frame.svg.append(
        s(
          "circle",
          { class: `point ${kind}${open ? " open" : ""}`, cx: frame.x(x), cy: frame.y(y), r: 3.2, click: () => pick(x) },
          s("title", {}, `${plain(x)}: ${y}${open ? ", not proved optimal" : ""}`),
        ),
      );
    }
  };
  draw(told, "told");
  if (right.length) draw(right, "right");
  draw(all, "all");
  return frame.svg;
}

/** How many replicates have each value. */
export function countsChart(values: number[], label: string): SVGSVGElement {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const step = Math.max(1, Math.ceil((high - low + 1) / 24));
  const bins = Math.floor((high - low) / step) + 1;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) counts[Math.floor((value - low) / step)]++;
  const most = Math.max(...counts);
  const frame = new Frame(
    {
      low: low - 0.5,
      high: low + bins * step - 0.5,
      ticks: niceTicks(low, low + bins * step - 1, 5).filter((tick) => Number.isInteger(tick)),
      label,
    },
    { low: 0, high: most * 1.05, ticks: niceTicks(0, most, 3).filter((tick) => Number.isInteger(tick)), label: "" },
    `Replicates by ${label}: from ${low} to ${high}`,
  );
  counts.forEach((n, k) => {
    const from = frame.x(low + k * step - 0.5);
    const to = frame.x(low + (k + 1) * step - 0.5);
    const width = Math.min(to - from - 2 * Math.min(1.5, (to - from) / 6), 60);
    frame.svg.append(
      s("rect", {
        class: "bar above",
        x: (from + to - width) / 2,
        y: frame.y(n),
        width,
        height: Math.max(0, frame.y(0) - frame.y(n)),
      }),
    );
  });
  return frame.svg;
}

export function scatterPlot(x: Float32Array, y: Float32Array, across: string, up: string): HTMLElement {
  const range = (values: Float32Array): [number, number] => {
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    const room = 0.04 * (high - low || 1);
    return [low - room, high + room];
  };
  const [left, right] = range(x);
  const [low, high] = range(y);
  const frame = new Frame(
    { low: left, high: right, ticks: niceTicks(left, right), label: short(across) },
    { low, high, ticks: niceTicks(low, high), label: "" },
    `Scatter plot of ${up} by ${across}`,
  );
  for (let k = 0; k < x.length; k++) {
    frame.svg.append(s("circle", { class: "dot", cx: frame.x(x[k]), cy: frame.y(y[k]), r: 2.2 }));
  }
  const mean = (values: Float32Array): number => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  let [sxy, sxx] = [0, 0];
  for (let k = 0; k < x.length; k++) {
    sxy += (x[k] - mx) * (y[k] - my);
    sxx += (x[k] - mx) ** 2;
  }
  if (sxx > 0) {
    const slope = sxy / sxx;
    frame.svg.append(
      s("line", {
        class: "fit",
        x1: frame.x(left),
        x2: frame.x(right),
        y1: frame.y(my + slope * (left - mx)),
        y2: frame.y(my + slope * (right - mx)),
      }),
    );
  }
  return h("div", {}, h("p", { class: "chart-title" }, `${short(up)} by ${short(across)}`), frame.svg);
}

function short(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}


