// Curves that replace the drawings of the server: a large one for the quantity in focus and for
// each pinned one, small ones beside them. All have one cursor. A "state" event contains "runs",
// the IDs of the listed runs, "html", new content of elements by ID, and "curves", new data of
// figures by ID.
"use strict";

gammonlab.ink = (name, opacity) => () => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim() + (opacity || "");
gammonlab.plots = new Map(); // by figure
gammonlab.curves = {}; // by the ID of the figure
gammonlab.unseen = new Set(); // numbers of the hidden runs

// sayValues shows the values at the cursor.
gammonlab.sayValues = (figure, curve, u) => {
	const i = u.cursor.idx, number = (x) => x.toLocaleString("en", { maximumSignificantDigits: 4 }).replace("-", "−"), small = !figure.classList.contains("large");
	if (i == null) return;
	const values = curve.lines.map((line, k) => [line, u.data[k + 1][i]]).filter(([line, y]) => line.kind === "line" && y != null && !gammonlab.unseen.has(line.run));
	const text = values.map(([line, y]) => (small ? number(y) : `${line.name} ${number(y)}`)).join("; ");
	figure.querySelector(".value").textContent = small ? text : `${number(u.data[0][i])} ${curve.x_label}: ${text}`;
};

// draw puts curves into a figure.
gammonlab.draw = (figure, curve) => {
	const box = figure.querySelector(".curve"), grid = { stroke: gammonlab.ink("line"), width: 1 }, large = figure.classList.contains("large"), height = large ? 340 : 64;
	const values = (u, all) => all.map((x) => x?.toLocaleString("en", { maximumFractionDigits: Math.max(0, 1 - Math.floor(Math.log10(all[1] - all[0] || 1))) }).replace("-", "−") ?? "");
	const axis = { stroke: gammonlab.ink("soft"), grid, ticks: grid, font: "12px Inter, system-ui", values, show: large };
	const widths = { line: large ? 2 : 1.5, raw: 1, mark: 1, high: 0, low: 0 }, opacities = { line: "", raw: "70", mark: "" };
	const series = curve.lines.map((l) => ({
		label: l.name, width: widths[l.kind], stroke: l.kind in opacities ? gammonlab.ink(l.colour ? "series" + l.colour : "soft", opacities[l.kind]) : "transparent", show: !gammonlab.unseen.has(l.run),
		dash: (l.kind === "mark" ? "6 4" : l.dash)?.split(" ").map(Number) ?? [], spanGaps: true, points: l.kind === "line" && large ? {} : { show: false },
	}));
	const bands = curve.lines.flatMap((l, i) => (l.kind === "high" ? [{ series: [i + 1, i + 2], fill: gammonlab.ink("series" + l.colour, "30") }] : []));
	box.replaceChildren();
	const whole = curve.data[0].every(Number.isInteger) ? { incrs: [...Array(16).keys()].flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power)) } : {};
	const u = new uPlot({
		width: box.clientWidth, height, series: [{}, ...series], bands, legend: { show: false }, axes: [{ ...axis, ...whole, label: curve.x_label, labelSize: 22 }, { ...axis, size: 64 }],
		scales: { x: { time: false, distr: curve.log_x ? 3 : 1 }, y: { distr: curve.log_y ? 3 : 1 } }, cursor: { sync: { key: "runs", setSeries: false, scales: ["x", null] }, y: false },
		hooks: { setCursor: [(u) => gammonlab.sayValues(figure, curve, u)], setSelect: [(u) => { box.dataset.zoomed = u.select.width > 0 ? "zoomed" : ""; }] },
	}, curve.data, box);
	new ResizeObserver(() => u.setSize({ width: box.clientWidth, height })).observe(box);
	box.ondblclick = () => { box.dataset.zoomed = ""; };
	box.onfocus = box.onblur = (event) => figure.querySelector(".value").setAttribute("aria-live", event.type === "focus" ? "polite" : "off");
	box.onkeydown = (event) => {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], xs = u.data[0];
		if (!step || !xs.length) return;
		event.preventDefault();
		const i = Math.min(Math.max((u.cursor.idx ?? (step < 0 ? xs.length : -1)) + step, 0), xs.length - 1);
		u.setCursor({ left: u.valToPos(xs[i], "x"), top: 9 }, true, true);
	};
	gammonlab.plots.set(figure, { u, curve, shape: gammonlab.shape(curve) });
};
gammonlab.shape = (curve) => JSON.stringify([curve.lines, curve.log_x, curve.log_y]);

// renew sets the data of a plot; its axes follow the data unless the user has zoomed.
gammonlab.renew = (plot, curve, zoomed) => {
	plot.curve.data = curve.data;
	plot.u.setData(curve.data, !zoomed);
	if (zoomed) plot.u.redraw();
};

// drawAll draws all curves into the figures of the page.
gammonlab.drawAll = () => {
	for (const [figure, { u }] of gammonlab.plots) if (!figure.isConnected && gammonlab.plots.delete(figure)) u.destroy();
	for (const [id, curve] of Object.entries(gammonlab.curves)) {
		const figure = document.getElementById(id), known = gammonlab.plots.get(figure);
		if (known?.shape === gammonlab.shape(curve)) gammonlab.renew(known, curve, figure.querySelector(".curve").dataset.zoomed);
		else if (figure) gammonlab.draw(figure, curve);
	}
};

// arrange shows the charts as the address arranges them.
gammonlab.arrange = async (address) => {
	await gammonlab.load(document.getElementById("curves"), address);
	gammonlab.drawAll();
};

// refill requests the list as the form asks for it. Selected runs stay selected.
gammonlab.refill = () => gammonlab.load(document.getElementById("list"), "/runs?" + new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (document.getElementById("choose"))))));

// offerAll shows the box that selects all runs of the page, which needs this script.
gammonlab.offerAll = () => document.querySelector(".pick-all")?.removeAttribute("hidden");

// addRuns adds the rows of new runs to the list, and removes those of runs that are gone. The others
// keep what users do in them.
gammonlab.addRuns = async (list) => {
	const text = await (await fetch(document.getElementById("live-curves").dataset.from, { headers: { Fragment: "list" } })).text(), body = list.querySelector(".runs tbody");
	const fresh = new DOMParser().parseFromString(text, "text/html"), rows = [...fresh.querySelectorAll(".runs tbody tr")], ids = new Set(rows.map((row) => row.id));
	if (!body || !rows.length) return gammonlab.place(list, text);
	for (const row of [...body.rows]) if (!ids.has(row.id)) row.remove();
	let before = null;
	for (const row of rows) {
		const known = document.getElementById(row.id);
		if (!known) before ? before.after(row) : body.prepend(row);
		before = known ?? row;
	}
	document.getElementById("count").replaceWith(fresh.getElementById("count"));
};

// news shows the content of an event and fetches runs and figures that the page lacks.
gammonlab.news = async (news) => {
	const place = document.getElementById("curves"), list = document.getElementById("list");
	gammonlab.curves = news.curves || {};
	const shown = list ? [...list.querySelectorAll("tbody tr[id^=run-]")].map((row) => row.id.slice("run-".length)).sort() : [];
	if (list && String(shown) !== String([...news.runs].sort())) await gammonlab.addRuns(list);
	if (place && Object.keys(gammonlab.curves).some((id) => !document.getElementById(id))) await gammonlab.load(place, location.href);
	for (const [id, html] of Object.entries(news.html)) if (document.getElementById(id)) gammonlab.place(document.getElementById(id), html);
	gammonlab.drawAll();
};

// hide hides a run in all charts, or shows it again.
gammonlab.hide = (button) => {
	const run = Number(button.dataset.run) + 1, shown = button.getAttribute("aria-pressed") !== "true";
	button.setAttribute("aria-pressed", shown);
	gammonlab.unseen[shown ? "delete" : "add"](run);
	for (const { u, curve } of gammonlab.plots.values()) curve.lines.forEach((line, i) => { if (line.run === run) u.setSeries(i + 1, { show: shown }); });
};

document.addEventListener("stream", (event) => { if (event.detail.name === "state") gammonlab.news(JSON.parse(event.detail.data)); });
document.addEventListener("click", (event) => {
	const button = event.target.closest?.("[data-run]"), link = event.target.closest?.("[data-arrange]");
	if (button) gammonlab.hide(button);
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	history.pushState(null, "", link.href);
	gammonlab.arrange(link.href);
});
addEventListener("popstate", () => gammonlab.arrange(location.href));
document.addEventListener("input", (event) => {
	if (event.target.id !== "find") return;
	clearTimeout(gammonlab.typing);
	gammonlab.typing = setTimeout(gammonlab.refill, 200);
});
document.addEventListener("change", (event) => {
	const field = /** @type {HTMLInputElement} */ (event.target);
	if (field.dataset.list) gammonlab.refill();
	if (field.id === "pick-all") for (const box of document.querySelectorAll("#list [name=run][type=checkbox]")) box.checked = field.checked;
});
document.addEventListener("placed", gammonlab.offerAll);
gammonlab.offerAll();
gammonlab.redraw = () => { for (const { u } of gammonlab.plots.values()) u.redraw(); };
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", gammonlab.redraw);
addEventListener("colours", gammonlab.redraw);
for (const button of document.querySelectorAll("[data-run]")) button.disabled = false;
