// The script of the first page of a static site: it installs the worker, and opens the pages
// when the program is there: the first one, or the one that 404.html names behind #.
"use strict";

(async () => {
	const state = document.getElementById("state"), bar = document.querySelector("progress");
	const fail = (text) => {
		state.textContent = text;
		state.setAttribute("role", "alert");
		bar.hidden = true;
	};
	if (!navigator.serviceWorker) {
		return fail(isSecureContext ? "This browser allows no service workers here, perhaps because the window is private. Use another window or browser."
			: "Browsers run this site only from an address that begins with https, or from this machine.");
	}
	if (!window.WebAssembly || !window.DecompressionStream) return fail("This browser is too old: it lacks WebAssembly or DecompressionStream.");
	new BroadcastChannel("gammonlab").onmessage = ({ data }) => {
		if (data.problem) fail(data.problem + " Load this page again.");
		if (data.of) [bar.value, bar.max] = [data.done, data.of];
	};
	try {
		await navigator.serviceWorker.register("worker.js");
		await navigator.serviceWorker.ready;
		navigator.storage?.persist?.();
		location.replace(location.hash.startsWith("#/") ? "." + location.hash.slice(1) : location.pathname);
	} catch (error) {
		fail("The program could not be installed: " + error.message);
	}
})();
