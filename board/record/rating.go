package record

import "strings"

const (
	// ratedNumber matches a rating behind a name: three or four digits, perhaps
	// decimals, and perhaps the experience behind a stroke. Smaller numbers and
	// numbers behind a mere blank, as in Bob 2000, belong to the name.
	ratedNumber = `((?:[5-9]\d\d|[1-3]\d{3})(?:[.,]\d{1,3})?(?:\s*/\s*\d{1,6})?)`
	ratedWord   = `(?i:(?:fibs|elo|rating|rated)\.?\s*[=:]?\s*)`
)

// ratedNames are the forms in which programs and sites write a rating behind a
// name: the first group is the name, the second one the rating.
var ratedNames = []func(string) []string{
	ratedName(`\s*[,;|]\s*` + ratedWord + `?` + ratedNumber),                                // Ann,1706
	ratedName(`\s*[([<]\s*` + ratedWord + `?` + ratedNumber + `\s*` + ratedWord + `?[])>]`), // Ann (Elo 1706)
	ratedName(`\s+` + ratedWord + ratedNumber),                                              // Ann Elo 1706
	ratedName(`\s+(\d{3,4}\.\d{2}(?:/\d{1,6})?)`),                                           // Ann 1706.45, as FIBS prints it
}

// ratedName returns a function that finds a name with a rating in the form.
func ratedName(form string) func(string) []string {
	compiled := pattern(`^(.*[^\s,;|([<])` + form + `$`)
	return func(name string) []string { return compiled().FindStringSubmatch(name) }
}

// splitRating splits the ratings from a name that has any behind it, and returns
// the name and the first one, with a decimal point and without blanks.
func splitRating(name string) (plain, rating string) {
	for again := true; again; {
		again = false
		for _, form := range ratedNames {
			if found := form(name); found != nil {
				name, rating, again = found[1], found[2], true
			}
		}
	}
	return name, strings.ReplaceAll(strings.ReplaceAll(rating, " ", ""), ",", ".")
}

// splitRatings moves the ratings behind the names into Info. A rating that the
// file states elsewhere remains.
func (m *Match) splitRatings() {
	for p, name := range m.Names {
		plain, rating := splitRating(name)
		m.Names[p] = plain
		if m.Info.Ratings[p] == "" {
			m.Info.Ratings[p] = rating
		}
	}
}
