// The script of positions and matches. A link with data-step shows a decision of a match in
// the element "decision" and moves the address along; elements with data-at mark the shown
// one. The list of decisions shows those that the user has chosen, which the browser keeps, and the
// keys n and p follow it. A row with data-steps shows its play on the board while the pointer or the focus is on it; j and k choose a row.
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

/** The rows of the list, as played. @type {HTMLElement[]} */
let rows = [];

/** The rows of the errors in the order of the list. @type {HTMLElement[]} */
let errors = [];

const find = (id) => /** @type {any} */ (document.getElementById(id));

/** Shows the rows that the user has chosen, and the most costly decisions of the same player. */
const list = () => {
	if (!find("listing")) return;
	if (!rows[0]?.isConnected) rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#decisions tr[data-number]")]);
	const player = find("list-player").value, only = find("list-errors").checked, bySize = find("list-order").value === "size";
	const isError = (row) => !row.classList.contains("mark0"), of = (row) => !player || row.dataset.player === player;
	for (const row of rows) row.hidden = !of(row) || only && !isError(row);
	errors = rows.filter((row) => of(row) && isError(row));
	if (bySize) errors.sort((a, b) => Number(b.dataset.cost) - Number(a.dataset.cost));
	find("by-size").hidden = !bySize;
	find("by-size").tBodies[0].replaceChildren(...bySize ? (only ? errors : [...errors, ...rows.filter((row) => of(row) && !isError(row))]).map((row) => {
		const copy = /** @type {HTMLElement} */ (row.cloneNode(true)), link = copy.querySelector("a");
		link.textContent = `${row.dataset.game}, ${link.textContent}`;
		return copy;
	}) : []);
	for (const game of document.querySelectorAll("#decisions details")) {
		const shown = [...game.querySelectorAll("tr[data-number]")].some((row) => !(/** @type {HTMLElement} */ (row).hidden));
		/** @type {HTMLElement} */ (game).hidden = bySize || !shown;
		if (only && shown) game.setAttribute("open", "");
	}
	find("list-none").hidden = rows.some((row) => !row.hidden);
	const spots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".spot")]).filter((spot) => (spot.hidden = true) && of(spot));
	for (const spot of spots.slice(0, 3)) spot.hidden = false;
	mark();
	link();
};

/** Leads the links to the next and the previous error through the list. */
const link = () => {
	const shown = /** @type {HTMLElement} */ (document.querySelector("[data-chosen]"))?.dataset.chosen;
	if (!shown || !find("listing")) return;
	const at = errors.findIndex((row) => row.dataset.number === shown);
	const after = at >= 0 ? at + 1 : find("list-order").value === "size" ? 0 : errors.filter((row) => Number(row.dataset.number) < Number(shown)).length;
	for (const [key, name, row] of /** @type {[string, string, HTMLElement][]} */ ([["n", "Next", errors[after]], ["p", "Previous", errors[at >= 0 ? at - 1 : after - 1]]])) {
		document.querySelector(`#decision [data-key=${key}]`)?.remove();
		if (!row) continue;
		const to = document.createElement("a"), mark = document.createElement("kbd");
		for (const [attribute, value] of [["href", row.querySelector("a").getAttribute("href")], ["data-step", ""], ["data-key", key], ["aria-keyshortcuts", key]]) to.setAttribute(attribute, value);
		mark.textContent = key;
		to.append(`${name} error `, mark);
		document.querySelector("#decision nav").prepend(to);
	}
};

/** Brings the choices of the list in line with those that the browser keeps. */
const listing = () => {
	if (!find("listing")?.hidden) return;
	find("listing").hidden = false;
	const kept = localStorage.getItem("list-player");
	find("list-errors").checked = localStorage.getItem("list-errors") !== "off";
	find("list-order").value = localStorage.getItem("list-order") ?? "";
	if ([...find("list-player").options].some((option) => option.value === kept)) find("list-player").value = kept;
	list();
};

document.addEventListener("change", (event) => {
	const box = /** @type {any} */ (event.target);
	if (!box.closest("#listing")) return;
	localStorage.setItem(box.id, box.type === "checkbox" ? box.checked ? "on" : "off" : box.value);
	list();
});

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
	find("worst")?.remove();
	mark();
	link();
	const { top } = element.getBoundingClientRect();
	if (top < 0 || top > innerHeight / 3) element.scrollIntoView();
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

document.addEventListener("placed", listing); // the analysis has ended
mark();
listing();
