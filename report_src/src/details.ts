// What is known of the chosen node or edge.

import { scatterPlot } from "./charts";
import type { Edge } from "./classes";
import { singles } from "./content";
import { byId, counted, h, say, written } from "./dom";
import type { GraphView } from "./graph";
import type { EdgeFacts, Model } from "./model";

const RELATIONS: Record<string, string> = {
  correct: "the same direction",
  undirected: "joined, a direction left open",
  reversed: "the other direction",
  extra: "not joined",
};

export class Details {
  private readonly panel = byId("details");
  private readonly values: Float32Array | null;

  constructor(
    private readonly model: Model,
    private readonly graph: GraphView,
  ) {
    const { scatter } = model.content;
    this.values = scatter === null ? null : singles(scatter.values);
    model.listen(() => this.show());
    this.show();
  }

  private show(): void {
    const { chosen } = this.model;
    if (chosen === null) {
      this.panel.replaceChildren(
        h("p", { class: "hint" }, "Click a node or an edge, or search for a name."),
        h(
          "p",
          { class: "hint keys" },
          "In the graph: arrow keys go from node to node, Enter chooses, Escape lets go, + and − zoom, 0 shows all.",
        ),
      );
    } else if ("node" in chosen) this.showNode(chosen.node);
    else this.showEdge(chosen.edge);
  }

  // A node

  private showNode(node: number): void {
    const { model } = this;
    const near = model.answer.edges.filter(([a, b]) => a === node || b === node);
    const lines = new Set(model.answer.edges.filter((_, k) => !model.headed(k)));
    const parents = near.filter((edge) => edge[1] === node && !lines.has(edge));
    const children = near.filter((edge) => edge[0] === node && !lines.has(edge));
    const free = near.filter((edge) => lines.has(edge));
    const rSquared = model.content.effects?.r_squared[node];
    this.panel.replaceChildren(
      h("h3", { class: "name" }, model.name(node)),
      h(
        "p",
        { class: "facts" },
        `${counted(parents.length, "parent")}, ${children.length === 1 ? "1 child" : `${children.length} children`}` +
          (free.length ? `, ${counted(free.length, "neighbour")} without direction` : "") +
          (rSquared === null || rSquared === undefined ? "" : `; R² ${written(rSquared, 2)}`),
      ),
      this.buttons(),
      ...this.neighbors("Parents", parents, node),
      ...this.neighbors("Children", children, node),
      ...this.neighbors("Direction not told by data", free, node),
    );
    say(`${model.name(node)}: ${parents.length} parents, ${children.length} children`);
  }

  private buttons(): HTMLElement {
    return h(
      "p",
      { class: "buttons" },
      h("button", { type: "button", id: "focus", click: () => this.graph.focusOn(1) }, "Show its neighbourhood"),
      h("button", { type: "button", click: () => this.model.choose(null) }, "Let go"),
    );
  }

  private neighbors(title: string, edges: Edge[], node: number): HTMLElement[] {
    const { model } = this;
    if (edges.length === 0) return [];
    const counted = model.counts !== null;
    const effects = model.content.effects !== null;
    const facts = edges
      .map(([a, b]) => model.facts(a, b))
      .sort((a, b) => (b.strength ?? 0) - (a.strength ?? 0));
    const rows = facts.map((each) => {
      const other = each.source === node ? each.target : each.source;
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, this.link(model.name(other), () => model.choose({ node: other }))),
        counted && h("td", { class: "number" }, written(each.strength, 2)),
        effects && h("td", { class: "number" }, written(this.coefficient(each))),
        h(
          "td",
          {},
          this.link(this.standing(each), () => model.choose({ edge: [each.source, each.target] })),
        ),
      );
    });
    return [
      h("h4", {}, `${title} (${edges.length})`),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "small" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, "node"),
              counted && h("th", { scope: "col", class: "number" }, "strength"),
              effects && h("th", { scope: "col", class: "number" }, "effect"),
              h("th", { scope: "col" }, "edge"),
            ),
          ),
          h("tbody", {}, ...rows),
        ),
      ),
    ];
  }

  private link(text: string, act: () => void): HTMLElement {
    return h("button", { type: "button", class: "link", click: act }, text);
  }

  private coefficient(facts: EdgeFacts): number | null {
    const { effects } = this.model.content;
    return effects === null || facts.effect === null ? null : effects.coefficient[facts.effect];
  }

  standing(facts: EdgeFacts): string {
    if (!facts.selected) return "not in the graph";
    if (!facts.head) return "reversible";
    if (facts.known) return facts.disputed ? "known, disputed" : "known";
    return facts.disputed ? "compelled, disputed" : "compelled";
  }

  // An edge

  private showEdge([source, target]: Edge): void {
    const { model } = this;
    const facts = model.facts(source, target);
    const rows: [string, string][] = [];
    const add = (name: string, value: string): void => {
      if (value !== "") rows.push([name, value]);
    };
    add("Strength", written(facts.strength));
    add("This way (sf)", written(facts.sf));
    add("The other way", written(facts.reverse));
    add("Generalized frequency (gsf)", written(facts.gsf));
    if (facts.compelled !== null) {
      add(
        "Replicates that compel",
        `${written(facts.compelled, 2)} this way, ${written(facts.reverseCompelled, 2)} the other, ` +
          `${written(facts.undirected, 2)} neither`,
      );
    }
    if (facts.relation !== "") {
      const other = model.content.comparisons[model.against].name;
      add(other === "truth" ? "In the truth" : "In the other result", RELATIONS[facts.relation]);
    }
    for (const row of this.effectRows(facts)) add(...row);
    const told = facts.selected
      ? facts.head
        ? (facts.known
            ? "What was known beforehand tells this direction"
            : `Data${model.anyKnown ? ", with what was known beforehand," : ""} can tell this direction, if the graph is right`) +
          (facts.disputed ? "; but more replicates compel the other way." : ".")
        : "An equivalent graph has it the other way round: data cannot tell its direction."
      : "Not in the graph at these settings.";
    this.panel.replaceChildren(
      h(
        "h3",
        { class: "name" },
        this.link(model.name(source), () => model.choose({ node: source })),
        facts.selected && !facts.head && model.view === "class" ? " — " : " → ",
        this.link(model.name(target), () => model.choose({ node: target })),
      ),
      h("p", { class: "facts" }, told),
      h("dl", {}, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
      this.buttons(),
      ...this.scatter(source, target),
    );
    say(`${model.name(source)} to ${model.name(target)}: strength ${written(facts.strength, 2)}`);
  }

  private effectRows(facts: EdgeFacts): [string, string][] {
    const { effects } = this.model.content;
    if (effects === null || facts.effect === null) return [];
    const k = facts.effect;
    if (effects.coefficient[k] === null) return [["Effect", "not determined by the data"]];
    const rows: [string, string][] = [
      [
        "Effect",
        `${written(effects.coefficient[k])} (${Math.round(100 * effects.level)}%: ` +
          `${written(effects.lower[k])} to ${written(effects.upper[k])})`,
      ],
    ];
    if (!effects.standardized_units) {
      rows.push(["In standard deviations", written(effects.standardized[k])]);
    }
    if (!this.model.isReported) rows.push(["", "Effects are those of the reported graph."]);
    return rows;
  }

  private scatter(source: number, target: number): HTMLElement[] {
    const { scatter } = this.model.content;
    if (scatter === null || this.values === null) return [];
    const { rows, of } = scatter;
    const x = this.values.subarray(source * rows, (source + 1) * rows);
    const y = this.values.subarray(target * rows, (target + 1) * rows);
    const some = rows < of ? `${rows} of ${of} rows` : counted(rows, "row");
    return [
      h(
        "figure",
        { class: "scatter" },
        scatterPlot(x, y, this.model.name(source), this.model.name(target)),
        h("figcaption", {}, `${some}, and the line of least squares.`),
      ),
    ];
  }
}
