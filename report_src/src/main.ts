// The page begins here.

import { aggregate, type Setting } from "./aggregate";
import type { Content } from "./content";
import { Controls } from "./controls";
import { Details } from "./details";
import { byId } from "./dom";
import { GraphView } from "./graph";
import { Model } from "./model";
import { showComparison, showData, showOrigin, showReplicates, showStrengths } from "./sections";
import { EdgeTable } from "./table";

const content = JSON.parse(byId("dagbag-data").textContent ?? "") as Content;
const model = new Model(content);
byId("title").textContent = content.title;
if (model.counts === null) {
  for (const option of document.querySelectorAll<HTMLOptionElement>(".of-ensembles")) option.remove();
}
showData(model);
showOrigin(model);
const graph = new GraphView(model);
new Details(model, graph);
new Controls(model, graph);
const table = new EdgeTable(model);
showComparison(model);

// The charts of paths aggregate some dozen times: after what is looked at first.
let waiting = 0;
function later(): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(() => showStrengths(model), 60);
}
model.listen((change) => {
  if (change === "chosen") return;
  showComparison(model);
  later();
});
setTimeout(() => {
  showReplicates(model);
  showStrengths(model);
}, 0);

// For tests and the curious.
Object.assign(window, {
  dagbagReport: {
    model,
    graph,
    csv: () => table.csv(),
    aggregate: (setting: Setting) => (model.counts === null ? null : aggregate(model.counts, setting)),
  },
});
document.documentElement.dataset.ready = String(Math.round(performance.now()));
