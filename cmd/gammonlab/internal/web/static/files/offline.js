// The script that a static site adds to its pages: it keeps the worker awake while a page is
// visible, offers a new version, and says if the browser keeps nothing.
"use strict";

(() => {
	const storage = document.currentScript.dataset.storage;
	const workers = navigator.serviceWorker;
	const note = (text, button, action) => {
		const p = Object.assign(document.createElement("p"), { className: "problem", textContent: text + " " });
		p.setAttribute("role", "status");
		if (button) p.append(Object.assign(document.createElement("button"), { type: "button", textContent: button, onclick: action }));
		document.querySelector("main").prepend(p);
	};

	addEventListener("DOMContentLoaded", () => {
		if (storage === "none") note("This browser keeps nothing for this site: games end when it closes. Download what you want to keep.");
		if (storage === "full") note("The storage of this browser is full: what you do now ends with the browser. Download the record of the game, and make room.");
	});

	setInterval(() => { if (!document.hidden) workers.controller?.postMessage("stay"); }, 20_000);

	const offer = (worker) => note("There is a new version of this site. Games continue in it.", "Use it", () => {
		workers.addEventListener("controllerchange", () => location.reload(), { once: true });
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
