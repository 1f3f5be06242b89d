package bgammon_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/desk/bot/bgammon"
	"gammonlab/desk/bot/bottest"
	"gammonlab/engine/protocol"
)

// The bot makes one step of its turn for each board, and answers repeated
// boards once.
func TestTurn(t *testing.T) {
	k := seated(t, bgammon.Options{}, script{})
	k.hear(edit(t, map[string]any{"Turn": 0, "Roll1": 0, "Roll2": 4, "Available": nil}), "roll")
	commands := bottest.Texts(k.client.Receive(t.Context(), k.now, opening))
	if len(commands) != 1 {
		t.Fatalf("got %q, want a step", commands)
	}
	k.hear(opening) // twice
	var from, to int
	if _, err := fmt.Sscanf(commands[0], "move %d/%d", &from, &to); err != nil {
		t.Fatal(err)
	}
	k.hear(edit(t, map[string]any{"Moves": [][]int{{from, to}}, "Available": [][]int{{1, 0}}}), "move 1/off")
	k.hear(edit(t, map[string]any{"Moves": [][]int{{from, to}, {1, 0}}, "Available": nil}), "ok")
}

// After the connection is lost during a turn, the turn begins again.
func TestConnectionLostInATurn(t *testing.T) {
	k := seated(t, bgammon.Options{}, script{})
	half := edit(t, map[string]any{"Moves": [][]int{{24, 22}}, "Available": [][]int{{13, 8}}})
	k.hear(half, "reset")
	if got := bottest.Texts(k.client.Receive(t.Context(), k.now, opening)); len(got) != 1 || !strings.HasPrefix(got[0], "move ") {
		t.Errorf("got %q, want a step", got)
	}
	// If the server does not take the steps back, the bot completes them.
	k = seated(t, bgammon.Options{}, script{})
	k.hear(half, "reset")
	k.hear(edit(t, map[string]any{"Moves": [][]int{{24, 22}}, "Available": [][]int{{13, 8}}, "Forced": true}), "move 13/8")
}

func TestDoubles(t *testing.T) {
	mine := map[string]any{"Roll1": 0, "Roll2": 0, "Available": nil}
	offered := map[string]any{"Roll1": 0, "Roll2": 0, "Available": nil, "DoubleOffered": true, "Turn": 2}
	for _, c := range []struct {
		d       script
		changes map[string]any
		with    map[string]any
		want    []string
	}{
		{script{double: true}, mine, nil, []string{"double"}},
		{script{}, mine, nil, []string{"roll"}},
		{script{double: true}, mine, map[string]any{"Crawford": 1}, []string{"roll"}},
		{script{double: true}, mine, map[string]any{"Points": 1}, []string{"roll"}},
		{script{double: true}, mine, map[string]any{"DoublePlayer": 2, "DoubleValue": 2}, []string{"roll"}},
		{script{double: true}, mine, map[string]any{"DoublePlayer": 1, "DoubleValue": 2, "Points": 9}, []string{"double"}},
		{script{double: true}, mine, map[string]any{"DoubleOffered": true}, nil},
		{script{take: true}, offered, nil, []string{"ok"}},
		{script{}, offered, nil, []string{"resign"}},
		{script{}, offered, map[string]any{"DoubleOffered": false}, nil},
	} {
		k := seated(t, bgammon.Options{}, c.d)
		changes := map[string]any{}
		for _, m := range []map[string]any{c.changes, c.with} {
			for name, value := range m {
				changes[name] = value
			}
		}
		k.hear(edit(t, changes), c.want...)
	}
}

// A refused step is not sent again. After some refusals the bot sends no more
// steps.
func TestFailedMove(t *testing.T) {
	k := seated(t, bgammon.Options{}, script{})
	sent := map[string]bool{}
	for range 3 {
		got := bottest.Texts(k.client.Receive(t.Context(), k.now, opening))
		if len(got) != 1 || sent[got[0]] {
			t.Fatalf("got %q after %v", got, sent)
		}
		sent[got[0]] = true
		k.hear(`{"Type":"failedmove","Reason":"Illegal move.","From":1,"To":2}`, "reset", "board")
	}
	k.client.Receive(t.Context(), k.now, opening)
	k.hear(`{"Type":"failedmove","Reason":"Illegal move."}`)
}

// At the beginning of a game the server names the player who has rolled last;
// the board shows who begins.
func TestRecordOfTheOpening(t *testing.T) {
	k := seated(t, bgammon.Options{}, script{})
	var got *record.Match
	k.table.Finished = func(m *record.Match) { got = m }
	k.hear(edit(t, map[string]any{"Turn": 0, "Roll1": 0, "Roll2": 5, "Available": nil}), "roll")
	k.hear(`{"Type":"rolled","Player":"BOT_a","Roll1":2,"Roll2":5}`)
	k.hear(edit(t, map[string]any{"Turn": 2, "Available": nil}))
	k.hear(`{"Type":"win","Player":"BOT_a","Points":3,"Resigned":"someone"}`)
	k.hear(edit(t, map[string]any{"Winner": 1, "Player1": map[string]any{"Name": "BOT_a", "Points": 3}}))
	if got == nil || len(got.Games) != 1 {
		t.Fatalf("got %+v, want a game", got)
	}
	for _, a := range got.Games[0].Actions {
		if a.Kind >= record.SetBoard || a.Player != board.PlayerO {
			t.Errorf("%v of %v", a.Kind, a.Player)
		}
	}
	if err := got.Validate(); err != nil {
		t.Error(err)
	}
}

// pricer records the prices of drops that the client passes to it.
type pricer struct {
	script
	prices *[]int
}

func (p pricer) Double(_ context.Context, _ *protocol.Question, price int) (bool, error) {
	*p.prices = append(*p.prices, price)
	return false, nil
}

func (p pricer) Take(_ context.Context, _ *protocol.Question, price int) (bool, error) {
	*p.prices = append(*p.prices, price)
	return true, nil
}

// The price of a drop is what the dropping side loses.
func TestPrices(t *testing.T) {
	for _, standard := range []bool{false, true} {
		var prices []int
		k := seated(t, bgammon.Options{Standard: standard}, pricer{prices: &prices})
		// The bot has a checker off and none behind, the opponent one on the bar.
		checkers := []int{1, -14, 0, 0, 0, 0, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1}
		k.hear(edit(t, map[string]any{"Board": checkers, "Roll1": 0, "Roll2": 0, "Available": nil}), "roll")
		k.hear(edit(t, map[string]any{"Board": checkers, "Roll1": 0, "Roll2": 0, "Available": nil, "Turn": 2, "DoubleOffered": true}), "ok")
		want := []int{3, 1}
		if standard {
			want = []int{1, 1}
		}
		if !slices.Equal(prices, want) {
			t.Errorf("standard %v: prices %v, want %v", standard, prices, want)
		}
	}
}
