package record

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/board/record/internal/xgfile"
)

// xgSource is the program that writes .xg files.
const xgSource = "eXtreme Gammon"

// xgLevels has the levels of analysis that are not a number of plies.
var xgLevels = map[int]string{
	12: "3-ply red", 100: "rollout", 998: "opening book", 999: "opening book",
	1000: "XG Roller", 1001: "XG Roller+", 1002: "XG Roller++",
}

// maxXGLevel is the largest level that is a number of plies. XG calls it 7-ply:
// XG counts plies from 1, this project from 0.
const maxXGLevel = 6

// xgLevel returns the name of a level of XG.
func xgLevel(level int) string {
	if name := xgLevels[level]; name != "" {
		return name
	}
	if level < 0 || level > maxXGLevel {
		return fmt.Sprintf("level %d", level)
	}
	return fmt.Sprintf("%d-ply", level+1)
}

// levelOfXG is the inverse of xgLevel; names unknown to XG become 1 ply.
func levelOfXG(name string) int {
	for level, known := range xgLevels {
		if name == known && level != 998 {
			return level
		}
	}
	number := strings.TrimPrefix(strings.TrimSuffix(name, "-ply"), "level ")
	n, err := strconv.Atoi(number)
	switch {
	case err != nil:
		return 0
	case number+"-ply" == name:
		return min(max(n-1, 0), maxXGLevel)
	}
	return min(max(n, 0), math.MaxInt16)
}

// xgVariants has the variants by XG's numbers; XG's 3, Longgammon, is not
// supported.
var xgVariants = []board.Variant{board.Backgammon, board.Nackgammon, board.Hypergammon3}

// xgEpoch is day 0 of dates.
var xgEpoch = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)

const (
	isoDate   = "2006-01-02"
	maxXGDays = 200 * 366 // no match is later; the limit also keeps sums small
)

// xgDate returns the day of a date, "" for none.
func xgDate(days float64) string {
	if !(days >= 1 && days < maxXGDays) {
		return ""
	}
	return xgEpoch.AddDate(0, 0, int(days)).Format(isoDate)
}

// dateOfXG is the inverse of xgDate, 0 for texts that are not dates.
func dateOfXG(text string) float64 {
	day, err := time.Parse(isoDate, text)
	if err != nil {
		return 0
	}
	return math.Round(day.Sub(xgEpoch).Hours() / 24)
}

// xgRating formats a rating with the experience, as XG does in .mat files.
func xgRating(rating float64, experience int32) string {
	if !(rating > 0 && rating < 1e6) {
		return ""
	}
	text := strconv.FormatFloat(rating, 'f', -1, 64)
	if experience > 0 {
		text += fmt.Sprintf("/%d", experience)
	}
	return text
}

// ratingOfXG is the inverse of xgRating.
func ratingOfXG(text string) (rating float64, experience int32) {
	number, games, _ := strings.Cut(strings.TrimSpace(text), "/")
	rating, err := strconv.ParseFloat(number, 64)
	if err != nil || xgRating(rating, 0) == "" {
		return 0, 0
	}
	n, err := strconv.ParseInt(games, 10, 32)
	if err != nil || n < 0 {
		return rating, 0
	}
	return rating, int32(n)
}

// xgPlayer returns the player of a record: 1 is player 1, who has the left column in
// the .mat files that XG exports, and -1 player 2.
func xgPlayer(who int32) (board.Player, bool) {
	switch who {
	case 1:
		return board.PlayerO, true
	case -1:
		return board.PlayerX, true
	}
	return board.Nobody, false
}

func whoInXG(p board.Player) int32 {
	if p == board.PlayerO {
		return 1
	}
	return -1
}

// signInXG is whoInXG with 0 for Nobody.
func signInXG(p board.Player) int32 {
	if p == board.Nobody {
		return 0
	}
	return whoInXG(p)
}

// xgEstimate returns an evaluation. It returns false if the evaluation is
// empty.
func xgEstimate(level int, e xgfile.Evaluation) (Estimate, bool) {
	if !finite(e[:]) {
		return Estimate{}, false
	}
	return Estimate{
		Level: xgLevel(level), Equity: float64(e[6]),
		Win: float64(e[3]), WinGammon: float64(e[4]), WinBackgammon: float64(e[5]),
		LoseGammon: float64(e[1]), LoseBackgammon: float64(e[0]),
	}, e != xgfile.Evaluation{}
}

// finite reports whether all values are probabilities and equities, and not the
// numbers that mean "none".
func finite(values []float32) bool {
	return !slices.ContainsFunc(values, func(v float32) bool { return !isFigure(float64(v)) })
}

func estimateOfXG(e *Estimate) xgfile.Evaluation {
	return xgfile.Evaluation{
		float32(e.LoseBackgammon), float32(e.LoseGammon), float32(1 - e.Win),
		float32(e.Win), float32(e.WinGammon), float32(e.WinBackgammon), float32(e.Equity),
	}
}

// xgPosition converts a position of a record, with the same point of view.
func xgPosition(p xgfile.Position, v board.Variant) (board.Position, error) {
	var pos board.Position
	for place, n := range p {
		switch {
		case n > 0 && place > 0:
			pos.Own[place] = uint8(n)
		case n < 0 && place < board.Bar:
			pos.Opp[board.Bar-place] = uint8(-int(n))
		case n != 0:
			return pos, fmt.Errorf("%d checkers of the wrong side on the bar", n)
		}
	}
	for _, side := range []*board.Side{&pos.Own, &pos.Opp} {
		off := v.Checkers() - side.Checkers()
		if off < 0 {
			return pos, fmt.Errorf("%d checkers of a side, want at most %d", v.Checkers()-off, v.Checkers())
		}
		side[board.Off] = uint8(off)
	}
	return pos, nil
}

func positionOfXG(pos *board.Position) (p xgfile.Position) {
	for place := 1; place <= board.Bar; place++ {
		p[place] += int8(pos.Own[place])
		p[board.Bar-place] -= int8(pos.Opp[place])
	}
	return p
}
