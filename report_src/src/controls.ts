// The sliders, the switches and the search.

import { byId, counted, h, say, written } from "./dom";
import type { Kind } from "./content";
import type { GraphView } from "./graph";
import type { Model } from "./model";

const MOST_OPTIONS = 3000; // names that the search suggests
const KINDS: Record<Kind, { label: string; low: number; high: number }> = {
  strength: { label: "Strength above", low: 0, high: 0.99 },
  gsf: { label: "gsf above", low: 0, high: 0.99 },
  threshold: { label: "R's threshold", low: -1, high: 1 },
};

export class Controls {
  constructor(
    private readonly model: Model,
    private readonly graph: GraphView,
  ) {
    this.search();
    this.switches();
    if (model.counts === null) byId("aggregation").hidden = true;
    else this.sliders();
  }

  // Aggregating again

  private sliders(): void {
    const { model } = this;
    const kind = byId<HTMLSelectElement>("kind");
    kind.addEventListener("change", () => {
      const chosen = kind.value as Kind;
      const given = model.counts!.given;
      const cutoff = chosen === given.kind ? given.cutoff : chosen === "threshold" ? 0 : 0.5;
      model.set({ ...model.setting!, kind: chosen, cutoff });
    });
    this.pair("alpha", (value) => model.set({ ...model.setting!, alpha: value }));
    this.pair("cutoff", (value) => model.set({ ...model.setting!, cutoff: value }));
    byId("reported").addEventListener("click", () => {
      const { alpha, kind: own, cutoff } = model.counts!.given;
      model.set({ alpha, kind: own, cutoff });
    });
    model.listen((change) => {
      if (change !== "chosen") this.show();
    });
    this.show();
  }

  /** A slider and a field beside it for the same number. */
  private pair(name: string, act: (value: number) => void): void {
    const { model } = this;
    const slider = byId<HTMLInputElement>(name);
    const field = byId<HTMLInputElement>(`${name}-number`);
    slider.addEventListener("input", () => act(Number(slider.value)));
    field.addEventListener("change", () => {
      const value = field.value.trim() === "" ? Number.NaN : Number(field.value);
      const whole = name === "cutoff" && model.setting!.kind !== "threshold" && value >= 1;
      if (value >= Number(field.min) && value <= Number(field.max) && !whole) act(value);
      else this.show(); // back to what it was
    });
  }

  private show(): void {
    const { model } = this;
    const setting = model.setting!;
    const given = model.counts!.given;
    const { low, high, label } = KINDS[setting.kind];
    const least = given.pairs.least;
    // With a threshold t the cutoff is (1 - t) / 2.
    const from = setting.kind === "threshold" ? low : Math.max(low, Math.ceil(100 * least) / 100);
    const to = setting.kind === "threshold" ? Math.min(high, Math.floor(100 - 200 * least) / 100) : high;
    byId<HTMLSelectElement>("kind").value = setting.kind;
    byId("cutoff-label").textContent = label;
    this.put("alpha", setting.alpha, 0, Math.max(2, given.alpha), 100);
    this.put("cutoff", setting.cutoff, from, to, 1);
    const { answer } = model;
    const lines = answer.edges.length - model.heads.filter(Boolean).length;
    const refused = model.cyclicWithOthers.length;
    byId("answer").replaceChildren(
      h("strong", {}, counted(answer.edges.length, "edge")),
      `; ${lines} without a direction that data can tell; ` +
        (refused > 0 ? `${refused} refused as closing a cycle with others; ` : "") +
        `aggregation score ${written(answer.score, 2)}, ` +
        (answer.optimal ? "proved optimal" : "not proved optimal") +
        (answer.converged ? "" : `; stopped by max_step=${given.max_step}`),
    );
    const name = { strength: "strength", gsf: "cutoff", threshold: "threshold" }[setting.kind];
    const method = model.isReported && given.method !== "greedy" ? `, method="${given.method}"` : "";
    byId("call").textContent =
      `score_shd(ensemble, ${setting.alpha}, ${name}=${setting.cutoff}, max_step=${given.max_step}${method})`;
    byId<HTMLButtonElement>("reported").disabled = model.isReported;
    byId("state").textContent = model.isReported ? "as reported" : "explored here";
    byId("state").className = model.isReported ? "badge" : "badge explored";
    say(counted(answer.edges.length, "edge"));
  }

  private put(name: string, value: number, low: number, high: number, most: number): void {
    const slider = byId<HTMLInputElement>(name);
    const field = byId<HTMLInputElement>(`${name}-number`);
    slider.min = String(low);
    slider.max = String(high);
    field.min = String(low);
    field.max = String(Math.max(high, most));
    if (Number(slider.value) !== value) slider.value = String(value);
    field.value = String(value);
    slider.setAttribute("aria-valuetext", String(value));
  }

  // Looking

  private switches(): void {
    const { model } = this;
    const against = byId<HTMLSelectElement>("against");
    model.content.comparisons.forEach(({ name }, k) =>
      against.append(h("option", { value: k }, name === "truth" ? "the truth" : "the other result")),
    );
    byId("compare-field").hidden = model.content.comparisons.length === 0;
    against.value = String(model.against);
    against.addEventListener("change", () => model.look(model.view, Number(against.value)));
    for (const view of ["class", "dag"] as const) {
      byId(`view-${view}`).addEventListener("change", () => model.look(view, model.against));
    }
    byId("theme").addEventListener("click", () => {
      const root = document.documentElement;
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const now = root.dataset.theme ?? (dark ? "dark" : "light");
      root.dataset.theme = now === "dark" ? "light" : "dark";
    });
  }

  private search(): void {
    const { model } = this;
    const field = byId<HTMLInputElement>("search");
    const list = byId("names");
    if (model.p <= MOST_OPTIONS) list.append(...model.content.nodes.map((value) => h("option", { value })));
    const find = (whole: boolean): void => {
      const wanted = field.value.trim().toLowerCase();
      if (wanted === "") return;
      const names = model.content.nodes.map((name) => name.toLowerCase());
      let at = names.indexOf(wanted);
      if (at < 0 && whole) at = names.findIndex((name) => name.startsWith(wanted));
      if (at < 0 && whole) at = names.findIndex((name) => name.includes(wanted));
      if (at < 0) {
        if (whole) say(`No node is called ${field.value}`);
        field.classList.toggle("wrong", whole);
        return;
      }
      field.classList.remove("wrong");
      model.choose({ node: at });
      this.graph.center(at);
    };
    field.addEventListener("input", () => find(false));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") find(true);
    });
  }
}
