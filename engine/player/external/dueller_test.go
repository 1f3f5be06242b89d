package external_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/player/external"
	"gammonlab/internal/must"
)

// dueller is an engine of public matches between programs, which makes the first
// legal play. "minimal" knows what draft 0.2 requires only, "older" speaks draft
// 0.1: it has options, knows the cube, and answers plays with the ID of the
// position after them.
func dueller(kind string) {
	var x board.XGID
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		if kind == "minimal" && !slices.Contains(strings.Fields("ubgi isready newgame position dice go set quit"), word) {
			word = "unknown"
		}
		switch word {
		case "ubgi":
			fmt.Println("id name dueller\nid author nobody")
			if kind == "older" {
				fmt.Println("option name Seed type spin default 0 min 0 max 2147483647\n" +
					"option name EvalMode type combo default cubeless var cubeless var cubeful")
			}
			fmt.Println("ubgiok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			_, id, _ := strings.Cut(rest, " ")
			x, _, _ = board.ParsePosition(id, board.Backgammon)
		case "dice":
			fmt.Sscan(rest, &x.Match.Dice[0], &x.Match.Dice[1])
		case "setoption":
			if fields := strings.Fields(rest); len(fields) != 4 || fields[1] != "Seed" && fields[1] != "EvalMode" {
				fmt.Println("error bad_argument setoption")
			}
		case "newgame", "newsession", "setscore", "setcube", "setturn":
		case "quit":
			return
		case "go":
			fmt.Println(duel(kind, rest, &x))
		default:
			fmt.Println("error bad_command unknown")
		}
	}
}

// duel answers "go".
func duel(kind, role string, x *board.XGID) string {
	play := func() board.Play { return board.Plays(x.Position, x.Match.Dice)[0] }
	switch {
	case kind == "minimal" && role == "chequer":
		return "bestmove " + board.FormatPlay(x.Position, play())
	case kind == "older" && role == "role chequer":
		result := play().Result
		return "info depth 1\nbestmoveid " + result.ID()
	case kind == "older" && x.Match.Doubled:
		return "bestcube take"
	case kind == "older" && strings.HasSuffix(role, "cube"):
		return "bestcube nodouble"
	}
	return "error bad_command go"
}

// Engines that know neither rules nor score nor cube play without a cube.
func TestMinimalEngine(t *testing.T) {
	p := external.NewUBGI([]string{os.Args[0], "engine", "minimal", ""}, external.AnyDialect, patient)
	defer p.Close()
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	for range 2 {
		if got, err := p.Choose(t.Context(), &pos, roll, board.Plays(pos, roll)); got != 0 || err != nil {
			t.Errorf("%d, %v, want the first play", got, err)
		}
	}
	money := board.NewMatch(0)
	_, err := p.Doubles(t.Context(), &pos, &money)
	must.Fail(t, err, "it cannot answer")
}
