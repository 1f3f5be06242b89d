// Command gammonlab trains, measures and plays backgammon neural nets.
//
//	gammonlab train td --games 100000 --out runs/first --plot
//	gammonlab bench match --a net:runs/first/model.safetensors --b pubeval --games 10000
//	gammonlab play --model runs/first/model.safetensors
//
// Run it with --help for the commands, and with COMMAND --help for the flags of each,
// with an example. Results go to standard output, progress and errors to standard error.
// The exit code is 0 on success, 1 if the command failed, 2 if the command line was
// wrong, 130 when Ctrl-C has ended the command and 143 when SIGTERM has.
package main

import "gammonlab/cmd/gammonlab/app"

func main() { app.Main() }
