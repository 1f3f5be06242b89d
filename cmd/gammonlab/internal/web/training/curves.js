// Curves that replace the drawings of the server. A "state" event contains "html", new
// content of elements by ID, and "curves", new data of figures by ID.
"use strict";

gammonlab.ink = (name, opacity) => () => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim() + (opacity || "");
gammonlab.plots = new Map(); // by figure

// say shows the values at the cursor.
gammonlab.sayValues = (figure, curve, u) => {
	const i = u.cursor.idx, number = (x) => x.toLocaleString("en", { maximumSignificantDigits: 4 }).replace("-", "−");
	if (i == null) return;
	const values = curve.lines.map((line, k) => [line, u.data[k + 1][i]]).filter(([line, y]) => line.kind === "line" && y != null);
	figure.querySelector(".value").textContent = `${number(u.data[0][i])} ${curve.x_label}: ${values.map(([line, y]) => `${line.name} ${number(y)}`).join("; ")}`;
};

// draw puts curves into a figure.
gammonlab.draw = (figure, curve) => {
	const box = figure.querySelector(".curve"), grid = { stroke: gammonlab.ink("line"), width: 1 };
	const values = (u, all) => all.map((x) => x?.toLocaleString("en", { maximumFractionDigits: Math.max(0, 1 - Math.floor(Math.log10(all[1] - all[0] || 1))) }).replace("-", "−") ?? "");
	const axis = { stroke: gammonlab.ink("soft"), grid, ticks: grid, font: "12px system-ui", values };
	const widths = { line: 2, raw: 1, mark: 1, high: 0, low: 0 }, opacities = { line: "", raw: "70", mark: "" };
	const series = curve.lines.map((l) => ({
		label: l.name, width: widths[l.kind], stroke: l.kind in opacities ? gammonlab.ink(l.colour ? "series" + l.colour : "soft", opacities[l.kind]) : "transparent",
		dash: (l.kind === "mark" ? "6 4" : l.dash)?.split(" ").map(Number) ?? [], spanGaps: true, points: l.kind === "line" ? {} : { show: false },
	}));
	const bands = curve.lines.flatMap((l, i) => (l.kind === "high" ? [{ series: [i + 1, i + 2], fill: gammonlab.ink("series" + l.colour, "30") }] : []));
	box.replaceChildren();
	const whole = curve.data[0].every(Number.isInteger) ? { incrs: [...Array(16).keys()].flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power)) } : {};
	const u = new uPlot({
		width: box.clientWidth, height: 260, series: [{}, ...series], bands, legend: { show: false }, axes: [{ ...axis, ...whole, label: curve.x_label, labelSize: 22 }, { ...axis, size: 64 }],
		scales: { x: { time: false, distr: curve.log_x ? 3 : 1 }, y: { distr: curve.log_y ? 3 : 1 } },
		hooks: { setCursor: [(u) => gammonlab.sayValues(figure, curve, u)], setSelect: [(u) => { box.dataset.zoomed = u.select.width > 0 ? "zoomed" : ""; }] },
	}, curve.data, box);
	new ResizeObserver(() => u.setSize({ width: box.clientWidth, height: 260 })).observe(box);
	box.ondblclick = () => { box.dataset.zoomed = ""; };
	box.onkeydown = (event) => {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], xs = u.data[0];
		if (!step || !xs.length) return;
		event.preventDefault();
		const i = Math.min(Math.max((u.cursor.idx ?? (step < 0 ? xs.length : -1)) + step, 0), xs.length - 1);
		u.setCursor({ left: u.valToPos(xs[i], "x"), top: 9 });
	};
	gammonlab.plots.set(figure, { u, lines: JSON.stringify([curve.lines, curve.log_x, curve.log_y]) });
};

// renew sets the data of a plot; its axes follow the data unless the user has zoomed.
gammonlab.renew = (u, data, zoomed) => {
	u.setData(data, !zoomed);
	if (zoomed) u.redraw();
};

// news shows the content of an event and fetches figures that the page lacks.
gammonlab.news = async (news) => {
	const place = document.getElementById("curves"), ids = Object.keys(news.curves || {});
	if (place && ids.some((id) => !document.getElementById(id))) await gammonlab.load(place, location.href);
	for (const [figure, { u }] of gammonlab.plots) if (!figure.isConnected && gammonlab.plots.delete(figure)) u.destroy();
	for (const [id, html] of Object.entries(news.html)) if (document.getElementById(id)) gammonlab.place(document.getElementById(id), html);
	for (const id of ids) {
		const figure = document.getElementById(id), curve = news.curves[id], known = gammonlab.plots.get(figure);
		if (known?.lines === JSON.stringify([curve.lines, curve.log_x, curve.log_y])) gammonlab.renew(known.u, curve.data, figure.querySelector(".curve").dataset.zoomed);
		else if (figure) gammonlab.draw(figure, curve);
	}
};

document.addEventListener("stream", (event) => { if (event.detail.name === "state") gammonlab.news(JSON.parse(event.detail.data)); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { for (const { u } of gammonlab.plots.values()) u.redraw(); });
