package bot_test

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/desk/bot"
	"gammonlab/engine/protocol"
)

// A recorder finds the plays between the boards that a server shows.
func ExampleRecorder() {
	view := func(pos board.Position, roller board.Player, roll board.Roll) *bot.View {
		m := board.NewMatch(3)
		m.Roller, m.Turn, m.Dice = roller, roller, roll
		return &bot.View{Question: protocol.Question{Position: pos, Match: m}}
	}
	start := board.Backgammon.Start()
	play, err := board.ParsePlay(start, board.Roll{3, 1}, "8/5 6/5")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := bot.NewRecorder("opponent", "me", 3, "2026-11-22")
	r.See(view(start, board.PlayerX, board.Roll{3, 1}))
	r.See(view(play.Result, board.PlayerO, board.Roll{}))
	r.Win(board.PlayerX, 1) // the opponent has left
	for _, a := range r.Match().Games[0].Actions {
		fmt.Println(a.Player, a.Kind, a.Roll, a.Steps)
	}
	// Output:
	// X move 31 [{8 5} {6 5}]
	// O resignation 00 []
}
