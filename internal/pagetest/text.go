package pagetest

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// outside matches text that makes a page load other files or run code.
var outside = regexp.MustCompile(`(?i)(src|href)=["']?(https?:|//)|url\(|@import|<script`)

// Check returns an error unless a page is valid XML and needs no other file.
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
