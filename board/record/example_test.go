package record_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"gammonlab/board"
	"gammonlab/board/record"
)

const file = ` 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1)                             31: 8/5 6/5
  2) 42: 8/4 6/4                  Doubles => 2
  3)  Drops
                                  Wins 1 point
`

// Read a match and walk through its first game.
func Example() {
	m, err := record.Read("match.mat", strings.NewReader(file))
	if err != nil {
		log.Fatal(err)
	}
	r := m.Replay(0)
	for r.Next() {
		what := r.Action.Kind.String()
		if r.Action.Kind == record.Move {
			what = board.FormatPlay(r.Position, r.Play)
		}
		fmt.Println(r.Position.ID()+":"+r.Match.ID(), m.Names[r.Action.Player], what)
	}
	if err := r.Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Names[m.Games[0].Result.Winner], "wins", m.Games[0].Result.Points)
	// Output:
	// 4HPwATDgc/ABMA:cIllAAAAAAAE Bob 8/5 6/5
	// sGfwATDgc/ABMA:MAFqAAAAAAAE Ann 8/4 6/4
	// mGfwATCwZ/ABMA:cAlgAAAAAAAE Bob double
	// mGfwATCwZ/ABMA:cBFgAAAAAAAE Ann drop
	// Bob wins 1
}

// Put a match together and write it as SGF.
func ExampleWriteSGF() {
	m := &record.Match{Length: 1, Names: [2]string{"Ann", "Bob"}}
	g := m.AddGame()
	start := board.Backgammon.Start()
	play, err := board.ParsePlay(start, board.Roll{3, 1}, "8/5 6/5")
	if err != nil {
		log.Fatal(err)
	}
	g.Actions = append(g.Actions,
		record.Action{Kind: record.Move, Player: board.PlayerX, Roll: board.Roll{3, 1}, Steps: play.Steps()},
		record.Action{Kind: record.Resign, Player: board.PlayerO, Value: 1})
	m.Complete()
	if err := record.WriteSGF(os.Stdout, m); err != nil {
		log.Fatal(err)
	}
	// Output:
	// (;FF[4]GM[6]CA[UTF-8]AP[gammonlab]MI[length:1][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RE[B+1R]
	// ;B[31qtst])
}

// A play against the rules leaves the rest of the file usable.
func ExampleMatch_Validate() {
	m, err := record.Read("match.mat", strings.NewReader(strings.Replace(file, "8/4", "8/3", 1)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Validate())
	// Output:
	// game 1, move 2, O's move: play "8/3 6/4" of 42: 8/3: 42 cannot make 5 pips
}
