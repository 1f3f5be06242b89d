package board_test

import (
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	"gammonlab/board"
)

// Read a position and list what can be done with a roll.
func Example() {
	pos, err := board.ParseID("AAAMgAMAAAAAAA", board.Backgammon)
	if err != nil {
		log.Fatal(err)
	}
	for _, play := range board.Plays(pos, board.Roll{3, 1}) {
		fmt.Printf("%-9s %s\n", board.FormatPlay(pos, play), play.Result.ID())
	}
	// Output:
	// 5/4 5/2   UgAAAADAAAAAAA
	// 5/1       YQAAAADAAAAAAA
}

func ExampleParsePlay() {
	start := board.Backgammon.Start()
	play, err := board.ParsePlay(start, board.Roll{3, 1}, "6/5 8/5")
	fmt.Println(board.FormatPlay(start, play), err)
	_, err = board.ParsePlay(start, board.Roll{3, 1}, "8/5")
	fmt.Println(err)
	// Output:
	// 8/5 6/5 <nil>
	// play "8/5" of 31: more dice must be used: 2 can be played
}

func ExampleParseXGID() {
	x, err := board.ParseXGID("XGID=-a----E-C---eE---c-e----B-:1:1:-1:63:2:4:0:7:10", board.Backgammon)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.Position.ID(), x.Match.ID())
	// Output: 4HPwATDgc/ABEA EQHvAEAAEAAE
}

func ExampleDiagram() {
	m := board.NewMatch(3)
	m.Dice = board.Roll{3, 1}
	d := board.Diagram{
		Position: board.Backgammon.Start(),
		Match:    m,
		Names:    [2]string{"Bob", "Ada"},
		NoIDs:    true,
	}
	for line := range strings.Lines(d.String()) {
		fmt.Println(strings.TrimRight(line, " \n")) // gofmt trims the expected output, too
	}
	// Output:
	// +13-14-15-16-17-18------19-20-21-22-23-24-+     O: Bob
	//  | X           O    |   | O              X |     0 points
	//  | X           O    |   | O              X |
	//  | X           O    |   | O                |
	//  | X                |   | O                |
	//  | X                |   | O                |
	// v|                  |BAR|                  |     3 points match (Cube: 1)
	//  | O                |   | X                |
	//  | O                |   | X                |
	//  | O           X    |   | X                |
	//  | O           X    |   | X              O |     Rolled 31
	//  | O           X    |   | X              O |     0 points
	//  +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: Ada
}

// Play a game at random.
func ExampleGenerator() {
	rng := rand.New(rand.NewPCG(1, 2))
	dice := board.NewDice(rng)
	var g board.Generator
	pos, rolls := board.Backgammon.Start(), 0
	for ; pos.Result() == 0; rolls++ {
		plays := g.Plays(&pos, dice.Next())
		if len(plays) == 0 {
			pos = pos.Swap()
		} else {
			pos = plays[rng.IntN(len(plays))].Result
		}
	}
	fmt.Println("the player on roll gets", pos.Result(), "after", rolls, "rolls")
	// Output: the player on roll gets -3 after 78 rolls
}
