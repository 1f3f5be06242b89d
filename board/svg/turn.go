package svg

import (
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strconv"

	"gammonlab/board"
)

// Turn is the play of a roll, for the script that moves the checkers of the bottom player.
// It contains all legal steps, so the script contains no rules.
type Turn struct {
	Start board.Position // before the first step, from the player's point of view
	Roll  board.Roll     // the first die is played first
	Made  []board.Step
}

// men are the checkers of the bottom and the top player, by place in the player's own
// numbering.
type men [2]board.Side

// MarshalJSON implements [json.Marshaler]: bytes would become base64.
func (m men) MarshalJSON() ([]byte, error) {
	var all [2][]int
	for seat, side := range m {
		for _, n := range side {
			all[seat] = append(all[seat], int(n))
		}
	}
	return json.Marshal(all)
}

// data returns the attributes that the script of a page reads: the checkers, where they
// stand, and the turn.
func (d *drawing) data() string {
	stacks := map[string][4]int{}
	for seat := range 2 {
		for place := range board.Bar + 1 {
			s := d.Stack(seat, place)
			stacks[placeName(seat, place)] = [4]int{s.At.X, s.At.Y, s.Step, s.Most}
		}
	}
	var now men
	for seat := range now {
		for place := range now[seat] {
			now[seat][place] = uint8(d.Checkers(seat, place))
		}
	}
	colours := "xo"
	if d.Player(0) != board.PlayerX {
		colours = "ox"
	}
	text := attribute("drawn", struct {
		Men     men               `json:"men"`
		Stacks  map[string][4]int `json:"stacks"`
		Colours string            `json:"colours"` // classes of the checkers, by seat
	}{now, stacks, colours})
	if d.b.Turn != nil {
		text += attribute("turn", d.b.Turn)
	}
	if last := d.b.Last; last != nil && d.b.Before != nil {
		seat := d.Seat(last.Player)
		before := men{d.b.Before.Own, d.b.Before.Opp}
		before[0], before[1] = before[seat], before[1-seat]
		text += attribute("last", struct {
			Seat  int      `json:"seat"`
			Men   men      `json:"men"`
			Steps [][2]int `json:"steps"`
		}{seat, before, pairs(last.Steps)})
	}
	return text
}

// pairs returns steps as numbers of places.
func pairs(steps []board.Step) [][2]int {
	all := [][2]int{}
	for _, s := range steps {
		all = append(all, [2]int{int(s.From), int(s.To)})
	}
	return all
}

// Steps returns steps as JSON for the script of a page: a list of pairs of places.
func Steps(steps []board.Step) string { return encoded(pairs(steps)) }

// encoded returns a value as JSON.
func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the values are numbers
	}
	return string(text)
}

// attribute returns an attribute with a value as JSON.
func attribute(name string, value any) string {
	return fmt.Sprintf(` data-%s="%s"`, name, html.EscapeString(encoded(value)))
}

// placeName returns the name of a place of a seat, see [Parts].
func placeName(seat, place int) string {
	switch {
	case place == board.Off:
		return [...]string{BottomTray, TopTray}[seat]
	case seat == 1:
		place = board.Bar - place
	}
	return strconv.Itoa(place)
}

// MarshalJSON implements [json.Marshaler].
func (t *Turn) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Start men        `json:"start"`
		Dice  [2]int     `json:"dice"`
		Made  [][2]int   `json:"made"`
		Moves [][][3]int `json:"moves"`
	}{men{t.Start.Own, t.Start.Opp}, [2]int{int(t.Roll[0]), int(t.Roll[1])}, pairs(t.Made), t.moves()})
}

// moves returns the legal steps in each state of the play: place, die and number of the
// next state, which is 0 if the play is then complete. State 0 is the beginning.
func (t *Turn) moves() [][][3]int {
	type state struct {
		position board.Position
		left     string
	}
	numbers := map[state]int{}
	open := []*board.Partial{board.NewPartial(t.Start, t.Roll)}
	all := [][][3]int{}
	for i := 0; i < len(open); i++ {
		steps := [][3]int{}
		for _, b := range open[i].Branches() {
			next := 0
			if len(b.After.Next()) > 0 {
				left := b.After.Left()
				slices.Sort(left)
				key := state{b.After.Position(), fmt.Sprint(left)}
				if numbers[key] == 0 {
					numbers[key] = len(open)
					open = append(open, b.After)
				}
				next = numbers[key]
			}
			steps = append(steps, [3]int{int(b.Step.From), b.Die, next})
		}
		all = append(all, steps)
	}
	return all
}
