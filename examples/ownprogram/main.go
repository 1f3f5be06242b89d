// Ownprogram is the whole program gammonlab with parts of its own: inputs, a player, a loss,
// an optimizer and training targets. parts.go has them.
//
//	go build -o gammonlab ./ownprogram
//	./gammonlab train td --features perspective196+contacts4 --games 20000 --out run
//	./gammonlab bench match --a net:run/model.safetensors --b careful --games 2000
package main

import (
	"log"

	"gammonlab/cmd/gammonlab/app"
)

func main() {
	if err := register(); err != nil {
		log.Fatal(err)
	}
	app.Main()
}
