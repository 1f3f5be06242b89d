package pagetest

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// outside matches what a page would have to ask for, or could run.
var outside = regexp.MustCompile(`(?i)(src|href)=["']?(https?:|//)|url\(|@import|<script`)

// Check reports what is wrong with a page, which is to be XML too: elements without
// their end, and whatever makes it need more than itself.
func Check(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			return fmt.Errorf("line %d: %w", strings.Count(text[:d.InputOffset()], "\n")+1, err)
		}
	}
	if found := outside.FindString(text); found != "" {
		return fmt.Errorf("the page needs more than itself: %q", found)
	}
	return nil
}
