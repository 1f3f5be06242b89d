// Runs a program with the kernels of this folder under node, as go_js_wasm_exec does without
// them: go test -tags simd -exec 'node …/simd128/exec.js'.
"use strict";

const fs = require("fs"), path = require("path"), { execFileSync } = require("child_process");
const root = process.env.GOROOT || execFileSync("go", ["env", "GOROOT"]).toString().trim();
Object.assign(globalThis, { require, fs, path, TextEncoder, TextDecoder });
globalThis.performance ??= require("performance");
globalThis.crypto ??= require("crypto");
require(path.join(root, "lib/wasm/wasm_exec.js"));
require("./kernel.js");

const read = (name) => fs.readFileSync(path.join(__dirname, name));
const go = new Go();
go.argv = process.argv.slice(2);
go.env = Object.assign({ TMPDIR: require("os").tmpdir() }, process.env);
go.exit = process.exit;
startGo(new WebAssembly.Module(fs.readFileSync(process.argv[2])), go.importObject, { links: read("links.wasm"), kernel: read("kernel.wasm") }).then((instance) => {
	process.on("exit", (code) => { // Go may still wait for events
		if (code === 0 && !go.exited) {
			go._pendingEvent = { id: 0 };
			go._resume();
		}
	});
	return go.run(instance);
}).catch((error) => {
	console.error(error);
	process.exit(1);
});
