//! What people are told beside the results, on the standard error stream. Where it cannot be written, as to a full disk,
//! there is nobody to tell, and the command goes on.

/// A line of its own.
macro_rules! tell {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($text)*);
    }};
}

/// A text that ends with its own line.
macro_rules! tell_on {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(anstream::stderr(), $($text)*);
    }};
}
