package play

import (
	"fmt"
	"net/url"
	"strconv"

	"gammonlab/desk/pages/problem"
)

// appearance has the choices for the board of a page. Its address contains them, so each
// window has its own.
type appearance struct {
	Left bool // you bear off to the left
	Pace int  // seconds in which each checker of the net is moved; 0 for all at once
}

// maxPace is the maximal pace.
const maxPace = 2

// readAppearance reads the fields "left" and "pace"; without them it returns the defaults.
func readAppearance(q url.Values) (appearance, error) {
	l := appearance{Left: q.Get("left") == "yes"}
	if text := q.Get("pace"); text != "" {
		var err error
		if l.Pace, err = strconv.Atoi(text); err != nil || l.Pace < 0 || l.Pace > maxPace {
			return l, problem.Bad(fmt.Errorf("pace is %q, want 0 to %d", text, maxPace))
		}
	}
	return l, nil
}

// Query returns the appearance as the query of an address, "" for the defaults.
func (l appearance) Query() string {
	q := url.Values{}
	if l.Left {
		q.Set("left", "yes")
	}
	if l.Pace > 0 {
		q.Set("pace", strconv.Itoa(l.Pace))
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}
