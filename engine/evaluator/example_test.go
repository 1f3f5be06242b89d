package evaluator_test

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/evaluator"
)

// pips is an evaluator that knows only pip counts.
type pips struct{}

func (pips) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	for i := range positions {
		if r := positions[i].Result(); r != 0 {
			dst[i] = engine.Certain(r)
			continue
		}
		own, opp := float32(positions[i].Own.Pips()), float32(positions[i].Opp.Pips())
		dst[i] = engine.Probabilities{(opp + 8) / (own + opp + 8)}
	}
}

// A program with this call in its function main plays as the model "evaluator:COMMAND". Here a
// request about the starting position stands for its standard input.
func ExampleServe() {
	start := board.Backgammon.Start()
	request := binary.LittleEndian.AppendUint32(nil, 1)
	for _, side := range []board.Side{start.Own, start.Opp} {
		for point := 1; point <= board.Bar; point++ {
			request = append(request, side[point])
		}
		request = append(request, 0) // checkers borne off
	}
	var out bytes.Buffer
	hello := evaluator.Hello{Name: "pips", Digest: "pips 1"}
	answerers := []evaluator.Answerer{evaluator.Of(pips{})}
	if err := evaluator.Serve(answerers, hello, board.Backgammon, bytes.NewReader(request), &out); err != nil {
		fmt.Println(err)
		return
	}
	line, err := out.ReadString('\n')
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(line)
	var answer struct {
		Rows          uint32
		Probabilities engine.Probabilities
	}
	if err := binary.Read(&out, binary.LittleEndian, &answer); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d row: wins with %.3f\n", answer.Rows, answer.Probabilities[0])
	// Output:
	// {"evaluator":1,"name":"pips","inputs":"position","outputs":["win","win_gammon","win_backgammon","lose_gammon","lose_backgammon"],"digest":"pips 1","batch":4096}
	// 1 row: wins with 0.512
}
