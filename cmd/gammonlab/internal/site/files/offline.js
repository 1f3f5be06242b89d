// The script that a static site adds to its pages: it keeps the worker awake while a page is
// visible, offers a new version, and says if the browser keeps nothing.
"use strict";

(() => {
	let storage = document.currentScript.dataset.storage;
	const workers = navigator.serviceWorker;
	const note = (text, button, action) => {
		const p = Object.assign(document.createElement("p"), { className: "problem", textContent: text + " " });
		p.setAttribute("role", "status");
		if (button) p.append(Object.assign(document.createElement("button"), { type: "button", textContent: button, onclick: action }));
		document.querySelector("main").prepend(p);
		return p;
	};

	const troubles = {
		none: "This browser stores nothing for this site: games end when its pages are closed. Download what you want to keep.",
		full: "The storage of this browser is full: what you do now ends when the pages of this site are closed. Download the record of the game, and make room.",
	};
	let trouble = null; // the note about the storage
	const showTrouble = () => {
		trouble?.remove();
		trouble = troubles[storage] && note(troubles[storage]);
	};
	addEventListener("DOMContentLoaded", showTrouble);
	new BroadcastChannel("gammonlab").onmessage = ({ data }) => {
		if (data.storage === undefined) return;
		storage = data.storage;
		showTrouble();
	};

	setInterval(() => { if (!document.hidden || storage) workers.controller?.postMessage("stay"); }, 20_000);

	const offer = (worker) => note("There is a new version of this site. Games continue in it.", "Use it", () => {
		workers.addEventListener("controllerchange", () => location.reload(), { once: true });
		workers.controller?.postMessage("leave");
		worker.postMessage("replace");
	});
	workers.ready.then((registration) => {
		if (registration.waiting) offer(registration.waiting);
		registration.addEventListener("updatefound", () => {
			const worker = registration.installing;
			worker.addEventListener("statechange", () => { if (worker.state === "installed" && workers.controller) offer(worker); });
		});
	});
})();
