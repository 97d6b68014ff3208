import classes from './skip-link.module.css';

/** Leads those who use the keyboard past the navigation. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.link}>
      Skip to the page
    </a>
  );
}
