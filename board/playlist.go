package board

import (
	"fmt"
	"slices"
	"strings"
)

// PlayList lists the legal plays of a roll, sorted by the IDs of their results,
// as text, CSV or JSON. It is empty if the game is over.
type PlayList struct {
	Position string       `json:"position_id"`
	Dice     string       `json:"dice"`
	Moves    []ListedPlay `json:"moves"`
}

// ListedPlay is a play, such as 8/5 6/5, with the position ID of its result.
type ListedPlay struct {
	Move   string `json:"move"`
	Result string `json:"result_id"`
}

// NewPlayList returns the legal plays of the roll.
func NewPlayList(pos Position, roll Roll) *PlayList {
	l := &PlayList{pos.ID(), roll.String(), []ListedPlay{}}
	if pos.Result() != 0 {
		return l
	}
	for _, play := range Plays(pos, roll) {
		l.Moves = append(l.Moves, ListedPlay{FormatPlay(pos, play), play.Result.ID()})
	}
	slices.SortFunc(l.Moves, func(a, b ListedPlay) int { return strings.Compare(a.Result, b.Result) })
	return l
}

// PlayListHeader is the header of the CSV form. Scripts rely on its column
// names.
const PlayListHeader = "position_id,dice,moves,result_ids"

// CSV returns a line in the CSV form, without a newline.
func (l *PlayList) CSV() []byte {
	var ids []string
	for _, play := range l.Moves {
		ids = append(ids, play.Result)
	}
	return fmt.Appendf(nil, "%s,%s,%d,%s", l.Position, l.Dice, len(l.Moves), strings.Join(ids, ";"))
}

// Text returns a line for each play.
func (l *PlayList) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  legal plays: %d\n", l.Position, l.Dice, len(l.Moves))
	for _, play := range l.Moves {
		fmt.Fprintf(&b, "%s  %s\n", play.Result, play.Move)
	}
	return b.String()
}
