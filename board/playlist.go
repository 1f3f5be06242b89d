package board

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// PlayList lists the legal plays of a roll, sorted by the IDs of their results,
// as text, CSV or JSON. It is empty if the game is over.
type PlayList struct {
	Position Position
	Roll     Roll
	Plays    []ListedPlay
}

// ListedPlay is a play with the ID of its result.
type ListedPlay struct {
	ID string
	Play
}

// NewPlayList returns the legal plays of the roll.
func NewPlayList(pos Position, roll Roll) *PlayList {
	l := &PlayList{Position: pos, Roll: roll}
	if pos.Result() != 0 {
		return l
	}
	for _, play := range Plays(pos, roll) {
		l.Plays = append(l.Plays, ListedPlay{play.Result.ID(), play})
	}
	slices.SortFunc(l.Plays, func(a, b ListedPlay) int { return strings.Compare(a.ID, b.ID) })
	return l
}

// ids returns the position IDs of the results; it never returns nil.
func (l *PlayList) ids() []string {
	ids := make([]string, 0, len(l.Plays))
	for _, play := range l.Plays {
		ids = append(ids, play.ID)
	}
	return ids
}

// PlayListHeader is the header of the CSV form. Scripts rely on its column
// names.
const PlayListHeader = "position_id,dice,moves,result_ids"

// CSV returns a line in the CSV form, without a newline.
func (l *PlayList) CSV() []byte {
	return fmt.Appendf(nil, "%s,%v,%d,%s", l.Position.ID(), l.Roll, len(l.Plays), strings.Join(l.ids(), ";"))
}

// playListRecord is the JSON form of a list.
type playListRecord struct {
	ID        string   `json:"position_id"`
	Dice      string   `json:"dice"`
	Moves     int      `json:"moves"` // number of legal plays
	ResultIDs []string `json:"result_ids"`
}

// JSONSchemaAlias returns the JSON form for schemas.
func (PlayList) JSONSchemaAlias() any { return playListRecord{} }

// MarshalJSON encodes the list as an object with the IDs of the results.
func (l *PlayList) MarshalJSON() ([]byte, error) {
	return json.Marshal(playListRecord{l.Position.ID(), l.Roll.String(), len(l.Plays), l.ids()})
}

// Text returns a line for each play.
func (l *PlayList) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %v  legal plays: %d\n", l.Position.ID(), l.Roll, len(l.Plays))
	for _, play := range l.Plays {
		fmt.Fprintf(&b, "%s  %s\n", play.ID, FormatPlay(l.Position, play.Play))
	}
	return b.String()
}
