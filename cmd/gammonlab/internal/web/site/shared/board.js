// Boards with parts that the user can activate (svg.Parts), in a form that has a button
// with data-board and data-into. An activated part submits the form by that button, with
// its place as the field "place". A part with aria-pressed is picked instead; the next
// part submits its place, and the picked one as "from"; Escape cancels the pick. A drag
// to another part submits both places. A form with data-live also submits when one of
// its fields changes.
"use strict";

gammonlab.part = (element) => element?.closest?.(".bgb-part");

// submitBoard submits the form of a board. It submits forms one after the other, because
// each response contains the fields of the next form.
gammonlab.submitBoard = (into, place, from) => {
	gammonlab.boards = (gammonlab.boards || Promise.resolve()).then(async () => {
		const element = document.querySelector(into), button = element.querySelector("[data-board]");
		if (!button) return;
		await gammonlab.submit(button.form, button, { place: place || "", from: from || "" });
	});
};

// pick picks a part of a board, or cancels the pick.
gammonlab.pick = (board, picked) => {
	for (const part of board.querySelectorAll("[aria-pressed]")) part.setAttribute("aria-pressed", part === picked);
};

// activate performs the action of a part, with the part that was picked or dragged.
gammonlab.activate = (part, dragged) => {
	const board = part.closest("svg"), picked = dragged || board.querySelector("[aria-pressed=true]");
	const into = part.closest("form").querySelector("[data-board]").dataset.into;
	if (picked === part) gammonlab.pick(board, null);
	else if (picked) gammonlab.submitBoard(into, part.dataset.place, picked.dataset.place);
	else if (part.hasAttribute("aria-pressed")) gammonlab.pick(board, part);
	else gammonlab.submitBoard(into, part.dataset.place);
};

// neighbour returns the next part in a direction.
gammonlab.neighbour = (part, [dx, dy]) => {
	const centre = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
	const [x, y] = centre(part);
	let best = null, least = Infinity;
	for (const other of part.closest("svg").querySelectorAll(".bgb-part")) {
		const [ox, oy] = centre(other);
		const along = (ox - x) * dx + (oy - y) * dy, far = along + 3 * Math.abs((ox - x) * dy + (oy - y) * dx);
		if (along > 1 && far < least) [best, least] = [other, far];
	}
	return best;
};

document.addEventListener("pointerdown", (event) => { gammonlab.held = event.button ? null : gammonlab.part(event.target)?.id; });

document.addEventListener("pointerup", (event) => { // a click on a replaced element would be lost
	const held = document.getElementById(gammonlab.held), part = gammonlab.part(document.elementFromPoint(event.clientX, event.clientY));
	gammonlab.held = null;
	if (held && part?.closest("svg") === held.closest("svg")) gammonlab.activate(part, part === held ? null : held);
});

document.addEventListener("click", (event) => { // without a pointer
	if (gammonlab.part(event.target) && !event.detail && !event.pointerType) gammonlab.activate(gammonlab.part(event.target));
});

document.addEventListener("focusin", (event) => {
	const part = gammonlab.part(event.target);
	for (const other of part?.closest("svg").querySelectorAll(".bgb-part") || []) other.setAttribute("tabindex", other === part ? 0 : -1);
});

document.addEventListener("keydown", (event) => {
	const part = gammonlab.part(event.target);
	const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
	if (!part || event.ctrlKey || event.metaKey || event.altKey) return;
	if (arrow) gammonlab.neighbour(part, arrow)?.focus();
	else if (event.key === "Enter" || event.key === " ") gammonlab.activate(part);
	else if (event.key === "Escape" && part.closest("svg").querySelector("[aria-pressed=true]")) gammonlab.pick(part.closest("svg"), null);
	else return;
	event.preventDefault();
}, true); // before the keys of the page

document.addEventListener("change", (event) => {
	const button = event.target.form?.hasAttribute("data-live") && event.target.form.querySelector("[data-board]");
	if (button) gammonlab.submitBoard(button.dataset.into);
});
