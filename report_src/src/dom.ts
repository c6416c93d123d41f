// Small tools for elements. Texts are always text nodes: no name is ever read as markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | EventListener>;

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child || child === "") element.append(child as Node | string);
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  fill(element, attributes, children);
  return element;
}

export function byId<T extends Element = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no element ${id}`);
  return element as unknown as T;
}

export function say(text: string): void {
  byId("told").textContent = text;
}

/** A number as it is read: three places, or as a power of ten if that says nothing of it. */
export function written(value: number | null | undefined, places = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  const size = Math.abs(value);
  if (size > 0 && (size < 0.5 * 10 ** -places || size >= 1e7)) return value.toExponential(2);
  return value.toFixed(places).replace("-", "−");
}

export function counted(n: number, what: string): string {
  return `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
}

/** A text of at most so many characters, its middle left out. */
export function shortened(text: string, longest: number): string {
  const marks = [...text]; // whole characters
  if (marks.length <= longest) return text;
  const half = (longest - 1) >> 1;
  return `${marks.slice(0, longest - 1 - half).join("")}…${marks.slice(-half).join("")}`;
}
