package play

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"gammonlab/desk/pages/problem"
)

// appearance has the choices for the board of a page. Its address contains them, so each
// window has its own, and the browser keeps them for the next one.
type appearance struct {
	Left bool // you bear off to the left
	Pace int  // seconds in which each checker of the net is moved; 0 for all at once
}

// maxPace is the maximal pace.
const maxPace = 2

// cookie keeps the query of the last choices.
const cookie = "gammonlab-board"

// readAppearance reads the fields "left" and "pace" of a query. Without them it returns what the browser has
// kept, otherwise the browser keeps them.
func readAppearance(w http.ResponseWriter, r *http.Request) (appearance, error) {
	q := r.URL.Query()
	asked := q.Has("left") || q.Has("pace")
	if kept, err := r.Cookie(cookie); err == nil && !asked {
		q, _ = url.ParseQuery(kept.Value)
		if l, err := parseAppearance(q); err == nil {
			return l, nil
		}
	}
	l, err := parseAppearance(q)
	if err == nil && asked {
		value := strings.TrimPrefix(l.Query(), "?")
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: value, Path: "/", MaxAge: 365 * 24 * 3600, SameSite: http.SameSiteLaxMode})
	}
	return l, err
}

// parseAppearance reads a query; without the fields it returns the defaults.
func parseAppearance(q url.Values) (appearance, error) {
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
