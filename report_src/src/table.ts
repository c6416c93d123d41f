// The edges as a table: sorted, filtered, downloaded.

import type { Edge } from "./classes";
import { byId, counted, h, say, shortened, written } from "./dom";
import type { EdgeFacts, Model } from "./model";

const PAGE = 50;
const LONGEST = 48; // characters of a name

const MEANING: Record<string, string> = {
  source: "where the edge begins",
  target: "where it ends",
  strength: "the part of the replicates that join the two nodes, in either direction",
  sf: "selection frequency: the part of the replicates that have the edge in this direction",
  reverse_sf: "the part that have it in the other direction",
  direction: "of the replicates that join the two, the part with this direction",
  gsf: "generalized selection frequency, sf + (1 − alpha / 2) × reverse sf: the order in which edges come in",
  compelled: "the part of the replicates in which data tell this direction",
  reverse_compelled: "the part in which they tell the other direction",
  undirected: "the part that join the two, but whose data tell neither direction",
  mark: "whether the direction in this graph can be told: “reversible” edges may as well point the other way, “known” ones were told beforehand, “disputed” ones are compelled the other way by more replicates",
  effect: "how much the target changes with one unit of the source, its other parents held fixed, in the reported graph",
  relation: "how the graph that is compared with has the pair",
};

interface ColumnOf {
  name: string;
  title: string;
  text: (facts: EdgeFacts) => string;
  value: (facts: EdgeFacts) => number | string | null;
  numeric: boolean;
}

export class EdgeTable {
  private sorted = "strength";
  private down = true;
  private page = 0;
  private rows: EdgeFacts[] = [];
  private readonly columns: ColumnOf[];

  constructor(private readonly model: Model) {
    this.columns = this.columnsOf();
    if (model.counts === null) [this.sorted, this.down] = ["source", false];
    byId("filter").addEventListener("input", () => this.show(true));
    byId("filter-kind").addEventListener("change", () => this.show(true));
    byId("download").addEventListener("click", () => this.download());
    byId("earlier").addEventListener("click", () => this.turn(-1));
    byId("later").addEventListener("click", () => this.turn(1));
    model.listen((change) => {
      if (change !== "chosen") this.show(true);
      else this.mark();
    });
    // On paper there is no next page to turn to.
    addEventListener("beforeprint", () => this.show(false, Infinity));
    addEventListener("afterprint", () => this.show(false));
    this.head();
    this.show(true);
  }

  private columnsOf(): ColumnOf[] {
    const { model } = this;
    const number = (name: string, title: string, of: (facts: EdgeFacts) => number | null, places = 3): ColumnOf => ({
      name,
      title,
      text: (facts) => written(of(facts), places),
      value: of,
      numeric: true,
    });
    const word = (name: string, title: string, of: (facts: EdgeFacts) => string): ColumnOf => ({
      name,
      title,
      text: of,
      value: of,
      numeric: false,
    });
    const found = [
      word("source", "source", (facts) => model.name(facts.source)),
      word("target", "target", (facts) => model.name(facts.target)),
    ];
    if (model.counts !== null) {
      found.push(
        number("strength", "strength", (facts) => facts.strength, 2),
        number("sf", "sf", (facts) => facts.sf, 2),
        number("reverse_sf", "reverse sf", (facts) => facts.reverse, 2),
        number("direction", "direction", (facts) => facts.direction, 2),
        number("gsf", "gsf", (facts) => facts.gsf),
      );
      if (model.counts.compelled !== null) {
        found.push(
          number("compelled", "compelled", (facts) => facts.compelled, 2),
          number("reverse_compelled", "the other way", (facts) => facts.reverseCompelled, 2),
          number("undirected", "neither", (facts) => facts.undirected, 2),
        );
      }
    }
    found.push(word("mark", "data can tell", (facts) => markOf(facts)));
    const { effects, comparisons } = model.content;
    if (effects !== null) {
      const of = (facts: EdgeFacts): number | null =>
        facts.effect === null ? null : effects.coefficient[facts.effect];
      found.push(number("effect", "effect", of));
    }
    if (comparisons.length) found.push(word("relation", "compared", (facts) => facts.relation));
    return found;
  }

  private head(): void {
    const cells = this.columns.map((column) =>
      h(
        "th",
        { scope: "col", class: column.numeric ? "number" : null, "data-column": column.name },
        h("button", { type: "button", class: "sort", click: () => this.sortBy(column.name) }, column.title),
      ),
    );
    byId("edges-head").replaceChildren(h("tr", {}, ...cells));
    byId("columns").replaceChildren(
      ...this.columns.flatMap(({ name, title }) => [h("dt", {}, title), h("dd", {}, MEANING[name])]),
    );
  }

  sortBy(name: string): void {
    const column = this.columns.find((each) => each.name === name)!;
    this.down = this.sorted === name ? !this.down : column.numeric;
    this.sorted = name;
    this.show(true);
    say(`Sorted by ${column.title}, ${this.down ? "largest" : "smallest"} first`);
  }

  /** Every edge that is asked for, in order. */
  private list(): EdgeFacts[] {
    const { model } = this;
    const wanted = byId<HTMLInputElement>("filter").value.trim().toLowerCase();
    const kind = byId<HTMLSelectElement>("filter-kind").value;
    let edges: Edge[] = model.answer.edges;
    if (kind === "cyclic") edges = model.answer.cyclic;
    if (kind === "all" && model.counts !== null) {
      const { counts } = model;
      edges = [];
      for (let k = 0; k < counts.n; k++) {
        if (counts.counts[2 * k] > 0) edges.push([counts.low[k], counts.high[k]]);
        if (counts.counts[2 * k + 1] > 0) edges.push([counts.high[k], counts.low[k]]);
      }
    }
    if (wanted !== "") {
      const has = model.content.nodes.map((name) => name.toLowerCase().includes(wanted));
      edges = edges.filter(([a, b]) => has[a] || has[b]);
    }
    let found = edges.map(([a, b]) => model.facts(a, b));
    if (kind === "compelled") found = found.filter((facts) => facts.head);
    if (kind === "reversible") found = found.filter((facts) => !facts.head);
    if (kind === "disputed") found = found.filter((facts) => facts.head && facts.disputed);
    const { value } = this.columns.find((column) => column.name === this.sorted)!;
    const sign = this.down ? -1 : 1;
    const key = new Map(found.map((facts) => [facts, value(facts)]));
    return found.sort((a, b) => {
      const [x, y] = [key.get(a)!, key.get(b)!];
      if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
      if (typeof x === "string") return sign * x.localeCompare(y as string, "en", { numeric: true });
      return sign * (x - (y as number)) || (b.gsf ?? 0) - (a.gsf ?? 0) || a.target - b.target || a.source - b.source;
    });
  }

  show(anew: boolean, size = PAGE): void {
    if (anew) {
      this.rows = this.list();
      this.page = 0;
    }
    const pages = Math.max(1, Math.ceil(this.rows.length / PAGE));
    this.page = Math.min(this.page, pages - 1);
    const start = size === PAGE ? this.page * PAGE : 0;
    const shown = this.rows.slice(start, start + size);
    byId("edges-body").replaceChildren(
      ...(shown.length ? shown.map((facts) => this.row(facts)) : [this.empty()]),
    );
    for (const cell of byId("edges-head").querySelectorAll("th")) {
      const own = cell.dataset.column === this.sorted;
      if (own) cell.setAttribute("aria-sort", this.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    const first = this.rows.length ? start + 1 : 0;
    byId("edges-count").textContent =
      shown.length < this.rows.length
        ? `${first} to ${first + shown.length - 1} of ${counted(this.rows.length, "edge")}`
        : counted(this.rows.length, "edge");
    byId<HTMLButtonElement>("earlier").disabled = this.page === 0;
    byId<HTMLButtonElement>("later").disabled = this.page === pages - 1;
    byId("pages").hidden = pages === 1;
    this.mark();
  }

  private row(facts: EdgeFacts): HTMLTableRowElement {
    const choose = (): void => this.model.choose({ edge: [facts.source, facts.target] });
    const cells = this.columns.map((column, k) =>
      k === 0
        ? h(
            "th",
            { scope: "row", ...named(column.text(facts)) },
            h("button", { type: "button", class: "link", click: choose }, shortened(column.text(facts), LONGEST)),
          )
        : column.numeric
          ? h("td", { class: "number" }, column.text(facts))
          : h("td", named(column.text(facts)), shortened(column.text(facts), LONGEST)),
    );
    const row = h("tr", { "data-source": facts.source, "data-target": facts.target }, ...cells);
    row.addEventListener("click", (event) => {
      if (!(event.target instanceof HTMLButtonElement)) choose();
    });
    return row;
  }

  private empty(): HTMLTableRowElement {
    const named = byId<HTMLInputElement>("filter").value.trim() !== "";
    const all = byId<HTMLSelectElement>("filter-kind").value === "selected";
    const why = this.model.counts !== null ? "No edge: none is above the cutoff." : "No edge.";
    const told = named ? "No edge of this kind has such a name." : all ? why : "No edge of this kind.";
    return h("tr", {}, h("td", { class: "none", colspan: this.columns.length }, told));
  }

  private mark(): void {
    const { chosen } = this.model;
    for (const row of byId("edges-body").querySelectorAll("tr")) {
      const [a, b] = [Number(row.dataset.source), Number(row.dataset.target)];
      const is = chosen !== null && "edge" in chosen && chosen.edge[0] === a && chosen.edge[1] === b;
      row.classList.toggle("chosen", is);
    }
  }

  private turn(by: number): void {
    this.page += by;
    this.show(false);
  }

  csv(): string {
    const quoted = (value: number | string | null): string => {
      const text = value === null ? "" : String(value);
      return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
    };
    const columns = [
      ...this.columns,
      { name: "selected", value: (facts: EdgeFacts) => (facts.selected ? "True" : "False") },
    ];
    const lines = [columns.map((column) => column.name).join(",")];
    for (const facts of this.rows) lines.push(columns.map((column) => quoted(column.value(facts))).join(","));
    return `${lines.join("\n")}\n`;
  }

  private download(): void {
    const url = URL.createObjectURL(new Blob([this.csv()], { type: "text/csv;charset=utf-8" }));
    h("a", { href: url, download: "edges.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    say(`Downloaded ${counted(this.rows.length, "edge")}`);
  }
}

/** What a cell with a text is told: a short one is not broken, a long one has room, a very long one is whole. */
function named(text: string): { class: string; title: string | null } {
  return { class: text.length > 14 ? "long" : "short", title: text.length > LONGEST ? text : null };
}

function markOf(facts: EdgeFacts): string {
  if (!facts.selected) return "";
  if (!facts.head) return "no: reversible";
  return `yes${facts.known ? ", known" : ""}${facts.disputed ? ", disputed" : ""}`;
}
