//! What a form of a page sends: names and values, percent-encoded.

/// In the order of the page; of fields that stand there twice the first counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Form(Vec<(String, String)>);

impl Form {
    pub(crate) fn read(body: &[u8]) -> Form {
        let text = String::from_utf8_lossy(body);
        let fields = text.split('&').filter(|field| !field.is_empty()).map(|field| {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            (decoded(name), decoded(value))
        });
        Form(fields.collect())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The fields whose names begin so, without that beginning.
    pub(crate) fn beginning(&self, with: &str) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(move |(name, value)| Some((name.strip_prefix(with)?, value.as_str())))
    }
}

fn decoded(text: &str) -> String {
    percent_decoded(&text.replace('+', " "))
}

/// A part of an address as it is meant.
pub(crate) fn percent_decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::Form;

    #[test]
    fn fields_are_decoded() {
        let form = Form::read(b"move=place+a1&name=J%C3%B6rg%26&x&option.size=7&bad=%zz%4&name=later");
        assert_eq!(form.get("move"), Some("place a1"));
        assert_eq!(form.get("name"), Some("J\u{f6}rg&"));
        assert_eq!((form.get("x"), form.get("bad"), form.get("y")), (Some(""), Some("%zz%4"), None));
        assert_eq!(form.beginning("option.").collect::<Vec<_>>(), [("size", "7")]);
    }
}
