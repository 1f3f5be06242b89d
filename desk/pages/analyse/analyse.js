// The script of positions and matches. A link with data-step shows a decision of a match in
// the element "decision" and moves the address along; elements with data-at mark the shown
// one. A row with data-steps shows its play on the board while the pointer or the focus is on it; j and k choose a row.
import { gammonlab } from "./page.js";
import { Board } from "./board.js";

/** Marks the shown decision in the graph and in the list, and brings it into view. */
const mark = () => {
	const shown = /** @type {HTMLElement} */ (document.querySelector("[data-chosen]"))?.dataset.chosen;
	for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-at]"))) {
		if (link.dataset.at === shown) link.setAttribute("aria-current", "true");
		else link.removeAttribute("aria-current");
	}
	const row = document.querySelector("#decisions [aria-current]"), list = document.getElementById("decisions");
	if (!row || !list) return;
	row.closest("details")?.setAttribute("open", "");
	const at = row.getBoundingClientRect(), box = list.getBoundingClientRect();
	if (at.top < box.top || at.bottom > box.bottom) list.scrollTop += at.top - box.top - box.height / 2;
};

/**
 * Shows the decision of an address.
 * @param {string} url
 * @param {boolean} push whether the address of the page follows
 */
const step = async (url, push) => {
	const element = document.getElementById("decision");
	await gammonlab.load(element, url);
	if (element.querySelector(":scope > .problem[role=alert]")) return;
	if (push) history.pushState(null, "", url);
	mark();
	if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
};

document.addEventListener("click", (event) => {
	const link = /** @type {Element} */ (event.target).closest?.("a[data-step]");
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
	event.preventDefault();
	step(link.getAttribute("href"), true);
});

addEventListener("popstate", () => { if (document.getElementById("decision")) step(location.href, false); });

/**
 * Shows the play of a row on the board, or the board as it was.
 * @param {HTMLElement} row
 * @param {boolean} shows
 */
const preview = (row, shows) => {
	const svg = document.querySelector("#set-up svg.bgb, #decision svg.bgb"), steps = JSON.parse(row.dataset.steps).map(([from, to]) => ({ from, to }));
	if (svg) Board.of(svg).preview(Number(/** @type {HTMLElement} */ (row.closest("[data-seat]")).dataset.seat), shows ? steps : undefined);
};

for (const [name, shows] of /** @type {[string, boolean][]} */ ([["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]])) {
	document.addEventListener(name, (event) => {
		const row = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest?.("tr[data-steps]"));
		if (row) preview(row, shows);
	});
}

document.addEventListener("keydown", (event) => {
	const by = { j: 1, k: -1 }[event.key];
	if (!by || !gammonlab.keys() || event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest("input, select, textarea")) return;
	const rows = [...document.querySelectorAll("tr[data-steps] a, tr[data-steps][tabindex]")], at = rows.indexOf(document.activeElement);
	/** @type {HTMLElement} */ (rows[Math.max(0, Math.min(rows.length - 1, at + by))])?.focus();
});

mark();
