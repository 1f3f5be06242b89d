// Types for the check of the scripts by TypeScript, see TestTypes: the functions that the scripts
// share, what they note on elements, and the members of elements that they use of what a selector
// or an event returns. Browsers do not load this file.

/** An element, with what the scripts note on it. */
interface Element {
	board?: import("./board.js").Board;
	loading?: Promise<void>;
	wait?: number;
	stale?: boolean;
	asking?: boolean;
	dataset: DOMStringMap;
	value: string;
	checked: boolean;
	disabled: boolean;
	hidden: boolean;
	href: string;
	click(): void;
	focus(): void;
}
interface EventTarget {
	closest?(selectors: string): Element | null;
	matches?(selectors: string): boolean;
	dataset?: DOMStringMap;
	form?: HTMLFormElement | null;
	id?: string;
	close?(): void;
}
interface DocumentEventMap {
	part: CustomEvent<{ place: string; from: string; dragged: boolean; key: boolean }>;
	stream: CustomEvent<{ name: string; data: string }>;
}
/** Events of streams have data, those of a shared worker the port. */
interface Event {
	data?: any;
	ports?: readonly MessagePort[];
}

/** A library of charts, see vendored/uplot. */
declare var uPlot: any;

/** What the scripts share. */
interface Gammonlab {
	place(element: Element, html: string): void;
	load(element: Element, url: string | URL, options?: RequestInit): Promise<void>;
	fetchInto(element: Element, url: string | URL, options?: RequestInit, tries?: number): Promise<void>;
	say(element: Element, text: string, again?: false | (() => void)): void;
	refresh(element: Element): Promise<void>;
	stream(url: string): EventTarget;
	port?: MessagePort;
	count?: number;
	streams: Map<number, EventTarget>;
	worker: string;
	follow(element: Element): void;
	start(root: Element): void;
	pressed?: Element | null;
	submit(form: HTMLFormElement, button?: Element | null, more?: Record<string, string>): Promise<void> | null;
	keys(): boolean;
	part(element: EventTarget | null): SVGGElement | null | undefined;
	Board: typeof import("./board.js").Board;
	// of the charts of runs
	ink(name: string, opacity?: string): () => string;
	plots: Map<Element, any>;
	curves: Record<string, any>;
	unseen: Set<number>;
	[chart: string]: any;
}
declare var gammonlab: Gammonlab;
