// The board of a game. The checkers of a turn move here; the server receives the finished
// play, by the fields "steps" and "swapped" of the form. The net's newest play is shown
// checker by checker.
import { gammonlab } from "./page.js";
import { Board, still } from "./board.js";
import { pips, words } from "./turn.js";

const find = (selector) => document.querySelector("#table " + selector);

// state names the game and its version, and here is the address of the game.
const here = () => find("form.table").getAttribute("action").split("?")[0];
const state = () => `${here()} ${find("[name=version]").value}`;

let audio;
const sound = () => {
	if (localStorage.getItem("sound") !== "on") return;
	audio ??= new AudioContext();
	const now = audio.currentTime, tone = audio.createOscillator(), volume = audio.createGain();
	tone.type = "triangle";
	tone.frequency.setValueAtTime(900, now);
	tone.frequency.exponentialRampToValueAtTime(180, now + .04);
	volume.gain.setValueAtTime(.25, now);
	volume.gain.exponentialRampToValueAtTime(.001, now + .07);
	tone.connect(volume).connect(audio.destination);
	tone.start(now);
	tone.stop(now + .08);
};

// tell says what was done and what is to do.
const tell = (board, text) => {
	const { turn } = board, [own, other] = turn.men;
	const next = turn.complete ? "Click the dice or Done to make the play." : `You to move ${turn.left.join(" ")}.`;
	const told = find(".told");
	told.textContent = `${text} ${next} Pips ${pips(own)} to ${pips(other)}.`.trim();
	document.getElementById("spoken").textContent = told.textContent;
};

// update brings the form, the dice and the buttons in line with the steps made.
const update = (board, text) => {
	const { turn } = board;
	find("[name=steps]").value = turn.made.map(({ from, to }) => `${from}/${to}`).join(" ");
	sessionStorage.setItem("steps", JSON.stringify({ of: state(), made: turn.made, dice: turn.dice }));
	board.dice();
	find("#do-step").disabled = !turn.made.length;
	find("#do-done").disabled = !turn.complete;
	find(".problem[role=alert]")?.remove();
	board.arrows(0, []);
	tell(board, text);
};

// swap plays the other die first.
const swap = (turn) => {
	const field = find("[name=swapped]");
	field.value = field.value ? "" : "yes";
	turn.swap();
};

const step = (board, place, from, dragged) => {
	const { turn } = board, start = board.seatPlace(from || place);
	const made = start >= 0 ? turn.step(start, from ? board.seatPlace(place) : undefined) : [];
	if (!made.length) return tell(board, turn.complete ? "" : from ? "The checker cannot be moved there." : "No checker can be moved from there.");
	sound();
	update(board, `Moved ${words(turn.made)}.`);
	board.run(0, made, dragged ? 0 : 150);
};

// back takes back the last step.
const back = (board) => {
	if (!board.turn.back()) return;
	board.rest(board.turn.men);
	update(board, board.turn.made.length ? `Moved ${words(board.turn.made)}.` : "");
};

document.addEventListener("part", (event) => {
	const board = Board.of(event.target), { place, from, dragged, key } = event.detail, { turn } = board, die = /^die/.test(place);
	if (!turn || !event.target.closest("#table") || find(".tutor")) return;
	if (place === "cube") return;
	event.preventDefault();
	if (die && !turn.complete) {
		swap(turn);
		update(board, "");
	} else if (die || turn.complete) {
		if (die || key) find("#do-done")?.click();
		else tell(board, "");
	} else step(board, place, from, dragged);
});

document.addEventListener("click", (event) => { // Step back and the way to move need no request
	const button = event.target.closest?.("#do-step, #do-clicks"), board = button && Board.of(find("svg.bgb"));
	if (!board?.turn) return;
	event.preventDefault();
	if (button.id === "do-step") return back(board);
	const pick = button.ariaPressed !== "true";
	button.ariaPressed = String(pick);
	find("[name=clicks]").value = pick ? "pick" : "";
	board.picks = pick;
	board.grab();
});

// A hint under the pointer or the focus is shown on the board; a click makes its steps.
for (const [kind, on] of /** @type {[string, boolean][]} */ ([["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false], ["click", false]])) {
	document.addEventListener(kind, (event) => {
		const hint = event.target.closest?.(".hinted"), board = hint && Board.of(find("svg.bgb")), { turn } = board ?? {};
		const steps = turn?.read(hint.value) ?? [];
		if (!steps.length) return;
		board.preview(0, on ? steps : undefined, turn.start);
		if (kind !== "click") return;
		event.preventDefault();
		turn.made = steps;
		board.rest(turn.men);
		update(board, `Moved ${words(steps)}.`);
	});
}

// The clock runs while the page is visible and waits for the user. The page counts the time of
// a decision and sends it with it; the browser keeps it when the page is closed meanwhile.
let thought = 0, decision = "", before = 0, warned = "";
const clock = () => {
	const face = find(".clock"), passed = Math.min(performance.now() - before, 1000);
	before = performance.now();
	if (!face) return;
	const now = state(), [of, kept] = localStorage.getItem("clock")?.split(/ (?=\d+$)/) ?? [];
	if (decision !== now) [decision, thought] = [now, of === now ? Number(kept) : 0];
	const runs = "runs" in face.dataset && !document.hidden && !face.closest("#table").matches("[aria-busy], :has(> .problem)");
	if (runs) thought += passed;
	if (runs) localStorage.setItem("clock", `${decision} ${Math.round(thought)}`);
	find("[name=thought]").value = String(Math.round(thought));
	const [reserve, delay, turn] = ["reserve", "delay", "turn"].map((name) => Number(face.dataset[name])), over = turn + thought - delay, left = Math.max(0, reserve - Math.max(0, over)), seconds = Math.ceil(left / 1000);
	face.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}${over < 0 ? ` +${Math.ceil(-over / 1000)}` : ""}`;
	face.classList.toggle("low", seconds <= 60);
	if (seconds <= 60 && warned !== here()) document.getElementById("spoken").textContent = `${seconds} seconds of your reserve are left.`;
	if (seconds <= 60) warned = here();
	if (runs && !left) find("#do-time").click();
};
setInterval(clock, 200);

// settle shows how the dice of a new roll come to rest.
let rolled = "";
const settle = (board) => {
	const roll = state(), isNew = rolled && rolled !== roll;
	rolled = roll;
	if (isNew && board.turn && !still.matches) for (const i of [1, 2]) board.layer("die" + i).animate([{ rotate: `${130 - 250 * i}deg`, translate: `${80 - 50 * i}px -45px`, opacity: 0 }, {}], { duration: 180, easing: "cubic-bezier(.2,.7,.3,1)" });
};

// resume makes the steps again that were made before the page was loaded again.
const resume = (board) => {
	const { of, made, dice } = JSON.parse(sessionStorage.getItem("steps") ?? "{}"), { turn } = board;
	if (of !== state() || !turn || turn.made.length || !made.length || find(".tutor")) return;
	if (dice[0] !== turn.dice[0]) swap(turn);
	for (const { from, to } of made) turn.step(from, to);
	board.rest(turn.men);
	update(board, `Moved ${words(turn.made)}.`);
};

// begin shows the net's newest play, once.
const begin = () => {
	const svg = find("svg.bgb"), board = svg && Board.of(svg);
	if (!board) return;
	if (location.pathname === "/play" && !find("form[data-draft]")) history.replaceState(null, "", find("form.table").getAttribute("action")); // the game is kept from now on
	if (board.turn) board.dice();
	settle(board);
	find("#hint")?.focus();
	if (!svg.dataset.last) return;
	const { seat, men, steps } = JSON.parse(svg.dataset.last), now = board.men, all = steps.map(([from, to]) => ({ from, to }));
	delete svg.dataset.last;
	if (still.matches) return;
	board.arrows(seat, []);
	board.show(men);
	const shown = board.run(seat, all, 1000 * Number(find(".stage").dataset.pace) || 150, sound);
	const end = () => {
		board.rest(now);
		board.arrows(seat, all);
	};
	shown.then((whole) => { if (whole) end(); });
	for (const kind of ["pointerdown", "keydown"]) svg.addEventListener(kind, () => { if (board.running) end(); }, { once: true, capture: true });
};

document.addEventListener("placed", (event) => { if (/^(table|game)$/.test(event.target.id)) begin(); });
begin();
if (find("svg.bgb")) resume(Board.of(find("svg.bgb")));
