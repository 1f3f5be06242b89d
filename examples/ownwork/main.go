// Ownwork is the whole program gammonlab with a kind of work of its own: the command "nets
// agree", which is a step of recipes and a job of the pages, too.
//
//	go build -o gammonlab ./ownwork
//	./gammonlab nets agree --help
//	./gammonlab nets agree positions.parquet --a default --b fast
package main

import (
	"log"

	"gammonlab/cmd/gammonlab/app"
	"gammonlab/work"
)

func main() {
	if err := work.Register(agree); err != nil {
		log.Fatal(err)
	}
	app.Main()
}
