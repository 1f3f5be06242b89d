package protocol_test

import (
	"context"
	"log"
	"os"
	"strings"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/protocol"
	"gammonlab/nets"
)

// The shipped net as a UBGI engine: a program asks for the play of an opening 3-1.
func ExampleServeUBGI() {
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		log.Fatal(err)
	}
	u := &protocol.UBGI{
		Decider: &protocol.Decider{Adviser: advice.OfStatic(engine.NewStatic(model, nil), advice.Options{Beavers: true})},
		Version: "1.0",
	}
	in := strings.NewReader("position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\ngo\nquit\n")
	if err := protocol.ServeUBGI(context.Background(), in, os.Stdout, u, nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// bestmove 8/5 6/5
}
